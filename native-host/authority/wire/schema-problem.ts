import type * as v from 'valibot'

/** Where in a wrong answer the first mistake is, without its content. */
export function problemOf([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]): string {
  return `${problemAt(issue)}, received ${typeof issue.input}`
}

/** Where an answer, or its part at `within`, is not as documented: `mesaje.3.id: expected …`, without its content. */
export function problemAt(issue: v.BaseIssue<unknown>, within?: string): string {
  const path = [...(within === undefined ? [] : [within]), ...(issue.path ?? []).map(({ key }) => String(key))].join(
    '.',
  )
  return `${path || 'the answer'}: expected ${issue.expected ?? 'something else'}`
}
