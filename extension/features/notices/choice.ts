import * as v from 'valibot'
import browser from 'webextension-polyfill'
import { NoticeKind as Kinds, type NoticeKind } from '../../../shared/protocol/notices.ts'

/** A minute of the day, `HH:mm`. */
const Minute = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
/** Hours without notifications, by the computer's clock; past midnight if `until` is before `from`. */
export const QuietHours = v.object({ from: Minute, until: Minute })
export type QuietHours = v.InferOutput<typeof QuietHours>

/** Disabled kinds, and quiet hours, if any. */
const Choice = v.object({
  off: v.optional(v.array(v.string()), []),
  quiet: v.optional(v.nullable(QuietHours), null),
})
export type NoticeChoice = { isOn(kind: NoticeKind): boolean; quiet: QuietHours | null }
export const NOTICE_KINDS: readonly NoticeKind[] = Kinds.options

const KEY = 'notices'

/** The stored choice; all kinds and no quiet hours when nothing was chosen yet. */
export async function readNoticeChoice(): Promise<NoticeChoice> {
  const stored = (await browser.storage.local.get(KEY))[KEY] ?? {}
  const parsed = v.safeParse(Choice, stored)
  if (!parsed.success) return toChoice([], null)
  const { off, quiet } = parsed.output
  return toChoice([...off, ...switchedOffBefore(stored)], quiet)
}

/** An earlier version stored a truth value for each kind. */
function switchedOffBefore(stored: unknown): string[] {
  const parsed = v.safeParse(v.record(v.string(), v.unknown()), stored)
  return parsed.success ? NOTICE_KINDS.filter(kind => parsed.output[kind] === false) : []
}

export function toChoice(off: readonly string[], quiet: QuietHours | null): NoticeChoice {
  return { isOn: kind => !off.includes(kind), quiet }
}

export async function chooseNotices({ isOn, quiet }: NoticeChoice): Promise<void> {
  await browser.storage.local.set({ [KEY]: { off: NOTICE_KINDS.filter(kind => !isOn(kind)), quiet } })
}

/** Whether a moment is in the quiet hours. */
export function isQuiet(quiet: QuietHours | null, at: Date): boolean {
  if (!quiet) return false
  const now = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
  const { from, until } = quiet
  return from <= until ? from <= now && now < until : now >= from || now < until
}
