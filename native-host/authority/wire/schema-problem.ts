import type * as v from 'valibot'

/** The place of the first mistake in an answer, without its content. */
export function problemOf([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  return `${problemAt(issue)}, received ${typeof issue.input}`
}

/** The place where an answer, or its part `within`, differs from its documentation: `mesaje.3.id: expected …`. */
export function problemAt(issue: v.BaseIssue<unknown>, within?: string): string {
  const path = [...(within === undefined ? [] : [within]), ...(issue.path ?? []).map(({ key }) => String(key))].join(
    '.',
  )
  return `${path || 'the answer'}: expected ${issue.expected ?? 'something else'}`
}
