import { type Signal, signal } from '@preact/signals'
import type { Page } from '../page/page.ts'
import { createDeclarationList, type DeclarationList } from './declaration-list.ts'
import { createSubmission, type Submission } from './submission.ts'

/** The views of the declarations tab. */
export const PANES = ['list', 'calendar', 'track'] as const
export type DeclarationsPane = (typeof PANES)[number]

/** The state of the declarations tab, for as long as the panel is open. */
export type DeclarationsState = { list: DeclarationList; submission: Submission; pane: Signal<DeclarationsPane> }

export function createDeclarations({ host, changed }: Pick<Page, 'host' | 'changed'>): DeclarationsState {
  const list = createDeclarationList(host, changed)
  return { list, submission: createSubmission(host, list, changed), pane: signal<DeclarationsPane>('list') }
}
