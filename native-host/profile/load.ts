import { createPublicKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { RecipisaError } from '../../shared/errors/recipisa-error.ts'
import { errorCode, storageFailure } from '../process/error-code.ts'
import { type ProfileFile, parseProfileFile } from './parse.ts'
import { DOCUMENTED_PUBLIC_REQUESTS_PER_MINUTE, DOCUMENTED_REQUESTS_PER_MINUTE, PRODUCTION } from './production.ts'
import type { Profile } from './profile.ts'

export type ProfileSource = {
  /** Path from `--profile` or RECIPISA_PROFILE; the file must exist. */
  path?: string | undefined
  /** Folder of the host's data. Without a path, its `profile.json` is read, if it exists. */
  dataDir: string
}

/** Reads and checks the profile: the file at `path`, else `<dataDir>/profile.json`, else the production defaults. */
export function loadProfile(source: ProfileSource): Profile {
  const path = profilePath(source)
  const text = readProfileText(path)
  if (text !== undefined) return buildProfile(parseProfileFile(text, path), path)
  if (source.path !== undefined) throw new RecipisaError('profile-missing', { path })
  return buildProfile({}, null)
}

/** Path of the profile file, whether it exists or not. */
export function profilePath({ path, dataDir }: ProfileSource): string {
  return path === undefined ? join(dataDir, 'profile.json') : resolve(path)
}

/** Changes whenever the profile file is written: other programs and the person write it too. */
export function profileStamp(source: ProfileSource): string {
  try {
    const file = statSync(profilePath(source), { bigint: true })
    return `${file.ino} ${file.mtimeNs} ${file.size}`
  } catch (error) {
    return String(errorCode(error)) // absent, or closed to this user: reading it says so
  }
}

/** The text of a profile file; undefined if there is none. Throws `storage-failed`. */
export function readProfileText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined
    throw storageFailure(path, cause)
  }
}

/** Builds the profile from a checked file, and reads the certificate files that it names. */
export function buildProfile(file: ProfileFile, path: string | null): Profile {
  const { ca, signatureAnchors, tokenKeys = {}, access = 'oauth', office = null, ...fields } = file
  const { baseUrl, certUrl } = { ...PRODUCTION, ...fields }
  if (path !== null) checkTokenKeys(tokenKeys, path)
  const certificates = (field: 'ca' | 'signatureAnchors', name: string | undefined) =>
    name === undefined || path === null ? [] : readCertificates(resolve(dirname(path), name), field)
  return {
    ...PRODUCTION,
    environment: 'prod',
    clientId: null,
    redirectUri: null,
    requestsPerMinute: DOCUMENTED_REQUESTS_PER_MINUTE,
    publicRequestsPerMinute: DOCUMENTED_PUBLIC_REQUESTS_PER_MINUTE,
    ...fields,
    access,
    apiUrl: access === 'certificate' ? certUrl : baseUrl,
    file: path,
    ca: certificates('ca', ca).join('\n') || null,
    signatureAnchors: certificates('signatureAnchors', signatureAnchors),
    tokenKeys,
    office,
  }
}

/** The certificates of a PEM file, one text each, at least one. */
function readCertificates(path: string, field: string): string[] {
  let pem: string
  try {
    pem = readFileSync(path, 'utf8')
  } catch (cause) {
    throw new RecipisaError('ca-missing', { path, field }, { cause })
  }
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []
  try {
    for (const block of blocks) new X509Certificate(block)
  } catch (cause) {
    throw new RecipisaError('ca-invalid', { path, field }, { cause })
  }
  if (blocks.length === 0) throw new RecipisaError('ca-invalid', { path, field })
  return blocks
}

function checkTokenKeys(keys: Readonly<Record<string, string>>, path: string) {
  for (const [kid, pem] of Object.entries(keys)) {
    try {
      if (createPublicKey(pem).asymmetricKeyType === 'rsa') continue
    } catch {
      // reported below, like other kinds of keys
    }
    const problem = 'expected an RSA public key as PEM text'
    throw new RecipisaError('profile-field', { path, field: `tokenKeys.${kid}`, problem })
  }
}
