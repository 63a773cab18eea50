import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { type Notice, NoticeKind } from '../../../shared/protocol/notices.ts'

/** Which kinds of notices are shown. */
const Choice = v.object({
  act: v.optional(v.boolean(), true),
  report: v.optional(v.boolean(), true),
  'session-needed': v.optional(v.boolean(), true),
  receipt: v.optional(v.boolean(), true),
  certificate: v.optional(v.boolean(), true),
})
export type NoticeChoice = v.InferOutput<typeof Choice>
export const NOTICE_KINDS: readonly Notice['kind'][] = NoticeKind.options

const KEY = 'notices'

/** The stored choice; all kinds when nothing was chosen yet. */
export async function readNoticeChoice(): Promise<NoticeChoice> {
  const parsed = v.safeParse(Choice, (await browser.storage.local.get(KEY))[KEY] ?? {})
  return parsed.success ? parsed.output : v.parse(Choice, {})
}

export async function chooseNotices(choice: NoticeChoice): Promise<void> {
  await browser.storage.local.set({ [KEY]: choice })
}
