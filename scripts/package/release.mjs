// The rules that make a set of packages a release.
import { Failed, outputOf } from '../tools.mjs'

/**
 * Seconds since 1970 that all packages give as the time of their files, so that one commit always gives the same bytes: the
 * commit's own, or SOURCE_DATE_EPOCH without a repository.
 */
export async function releaseMoment() {
  const { SOURCE_DATE_EPOCH } = process.env
  const moment = Number(SOURCE_DATE_EPOCH ?? (await outputOf('git', ['log', '-1', '--format=%ct'])))
  if (!Number.isSafeInteger(moment)) throw new Failed(`SOURCE_DATE_EPOCH is not a number: ${SOURCE_DATE_EPOCH}`)
  return moment
}

/** Why the changelog does not describe this version; empty when it does. */
export function changelogProblems(changelog, version) {
  const [, entry] = changelog.split(`\n## ${version}\n`)
  const text = entry?.split('\n## ')[0].trim()
  return text ? [] : [`CHANGELOG.md says nothing about ${version}`]
}
