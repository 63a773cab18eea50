import { type Signal, signal } from '@preact/signals'
import type { Page } from '../page/page.ts'
import { createDeclarationList, type DeclarationList } from './declaration-list.ts'
import { createSubmission, type Submission } from './submission.ts'

/** What of the declarations is in front. */
export const PANES = ['list', 'calendar', 'track'] as const
export type DeclarationsPane = (typeof PANES)[number]

/** What the user looks at of the declarations; it lives as long as the panel. */
export type DeclarationsState = { list: DeclarationList; submission: Submission; pane: Signal<DeclarationsPane> }

export function createDeclarations({ host, changed }: Pick<Page, 'host' | 'changed'>): DeclarationsState {
  const list = createDeclarationList(host, changed)
  return { list, submission: createSubmission(host, list, changed), pane: signal<DeclarationsPane>('list') }
}
