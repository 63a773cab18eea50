import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ApiAccess } from '../../shared/domain/access.ts'
import type { Environment } from '../../shared/domain/values.ts'
import { storageFailure } from '../process/error-code.ts'
import { replaceFileSync } from '../process/replace-file.ts'
import { buildProfile, type ProfileSource, profilePath, readProfileText } from './load.ts'
import type { OfficeRecord } from './office-record.ts'
import { parseProfileFile } from './parse.ts'
import type { Profile } from './profile.ts'

export type ProfileChanges = {
  environment?: Environment | undefined
  access?: ApiAccess | undefined
  clientId?: string | undefined
  redirectUri?: string | undefined
  /** Null to leave the office. */
  office?: OfficeRecord | null | undefined
}

/**
 * Changes the OAuth application's data in the profile file, or creates the file; other fields stay unchanged. Returns the
 * changed profile; throws `storage-failed` or like `changedProfile`.
 */
export function configureProfile(source: ProfileSource, changes: ProfileChanges): Profile {
  const { path, text, profile } = changedProfile(source, changes)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    replaceFileSync(path, new TextEncoder().encode(text), 'host')
  } catch (cause) {
    throw storageFailure(path, cause)
  }
  return profile
}

/** What the profile would be with the changes; nothing is written. Throws the error of the profile's check. */
export function changedProfile(
  source: ProfileSource,
  changes: ProfileChanges,
): { path: string; text: string; profile: Profile } {
  const path = profilePath(source)
  const written = readProfileText(path)
  const before = written === undefined ? {} : parseProfileFile(written, path)
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const after = Object.entries({ ...before, ...Object.fromEntries(given) }).filter(([, value]) => value !== null)
  const text = `${JSON.stringify(Object.fromEntries(after), null, 2)}\n`
  return { path, text, profile: buildProfile(parseProfileFile(text, path), path) }
}
