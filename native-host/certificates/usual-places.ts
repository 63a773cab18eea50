/**
 * Folders where issuers' drivers put their PKCS#11 modules. certSIGN, DigiSign, Trans Sped and the other Romanian
 * issuers hand out tokens of these makers.
 */
const LINUX_FOLDERS = [
  '/usr/lib',
  '/usr/lib64',
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/local/lib',
  '/usr/lib/pkcs11',
  '/usr/lib64/pkcs11',
  '/usr/lib/x86_64-linux-gnu/pkcs11',
  '/usr/lib/aarch64-linux-gnu/pkcs11',
  '/usr/local/lib/pkcs11',
]
const LINUX_FILES = [
  'libeToken.so', // SafeNet eToken (certSIGN, DigiSign)
  'libIDPrimePKCS11.so', // Thales (Gemalto) IDPrime
  'libgclib.so', // Gemalto Classic Client
  'libbit4xpki.so', // Bit4id
  'libbit4ipki.so',
  'bit4id/libbit4xpki.so',
  'libOcsCryptoki.so', // IDEMIA (Oberthur) AWP
  'idplugclassic/libidplug-pkcs11.so',
  'libcastle.so.1.0.0', // Feitian ePass2003
  'opensc-pkcs11.so',
  'softhsm/libsofthsm2.so',
  'softhsm/libsofthsm.so',
  'libsofthsm2.so',
]
const LINUX_OTHERS = ['/usr/local/AWP/lib/libOcsCryptoki.so', '/opt/bit4id/libbit4xpki.so']

const MACOS = [
  '/usr/local/lib/libeTPkcs11.dylib',
  '/Library/Frameworks/eToken.framework/Versions/Current/libeToken.dylib',
  '/usr/local/lib/libIDPrimePKCS11.dylib',
  '/usr/local/lib/libgclib.dylib',
  '/Library/bit4id/pkcs11/libbit4xpki.dylib',
  '/usr/local/lib/libbit4xpki.dylib',
  '/usr/local/AWP/lib/libOcsCryptoki.dylib',
  '/usr/local/lib/libcastle.1.0.0.dylib',
  '/Library/OpenSC/lib/opensc-pkcs11.so',
  '/usr/local/lib/pkcs11/opensc-pkcs11.so',
  '/opt/homebrew/lib/pkcs11/opensc-pkcs11.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
]

const SYSTEM32 = 'C:\\Windows\\System32'
const PROGRAMS = 'C:\\Program Files'
/** 64-bit modules: 32-bit ones cannot be loaded. */
const WINDOWS = [
  `${SYSTEM32}\\eTPKCS11.dll`,
  `${PROGRAMS}\\SafeNet\\Authentication\\SAC\\x64\\IDPrimePKCS1164.dll`,
  `${PROGRAMS}\\Gemalto\\Classic Client\\BIN\\gclib.dll`,
  `${SYSTEM32}\\bit4xpki.dll`,
  `${SYSTEM32}\\bit4ipki.dll`,
  `${PROGRAMS}\\Oberthur Technologies\\AWP\\DLLs\\OcsCryptoki.dll`,
  `${PROGRAMS}\\IDEMIA\\AWP\\DLLs\\OcsCryptoki.dll`,
  `${SYSTEM32}\\idplug-pkcs11.dll`,
  `${SYSTEM32}\\eps2003csp11.dll`,
  `${SYSTEM32}\\SimplySignPKCS.dll`,
  `${PROGRAMS}\\OpenSC Project\\OpenSC\\pkcs11\\opensc-pkcs11.dll`,
  'C:\\SoftHSM2\\lib\\softhsm2-x64.dll',
]

/** The files where a system may have PKCS#11 modules; most do not exist. */
export function usualPlaces(system: NodeJS.Platform): string[] {
  if (system === 'win32') return WINDOWS
  if (system === 'darwin') return MACOS
  return [...LINUX_FILES.flatMap(file => LINUX_FOLDERS.map(folder => `${folder}/${file}`)), ...LINUX_OTHERS]
}

/** The possible files of a module registered by name alone. */
export function placesOfName(name: string): string[] {
  return LINUX_FOLDERS.map(folder => `${folder}/${name}`)
}
