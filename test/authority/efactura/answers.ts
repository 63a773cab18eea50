import { formatQuotedMoment } from '../../../shared/domain/romania-time.ts'
import { attribute } from '../documents/canonical.ts'
import { json, type Reply, xml } from '../http.ts'

/** The service's messages, word for word, and their shapes. */

/** Errors of the lists and of `descarcare`: HTTP 200. */
export const note = (title: 'Lista Mesaje' | 'Descarcare mesaj', eroare: string): Reply =>
  json({ eroare, titlu: title })

/** A required parameter is missing. */
export const missing = (now: number, message: string): Reply =>
  json({ timestamp: formatQuotedMoment(now), status: 400, error: 'Bad Request', message }, 400)

/** For `validare` and `transformare`; `path` without the environment. */
export const notFound = (now: number, path: string): Reply =>
  json({ timestamp: new Date(now).toISOString().replace('Z', '+00:00'), status: 404, error: 'Not Found', path }, 404)

const STATUS = 'mfp:anaf:dgti:efactura:stareMesajFactura:v1'
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

export const status = (state: string, downloadId?: string): Reply =>
  xml(
    `${DECLARATION}\n<header xmlns="${STATUS}" stare="${state}"${downloadId === undefined ? '' : ` id_descarcare="${downloadId}"`}/>`,
  )

/** A failed query: no `stare`; this answer's lines end in CRLF. */
export const statusError = (message: string): Reply =>
  xml(`${DECLARATION}\r\n<header xmlns="${STATUS}">\r\n    <Errors errorMessage="${message}"/>\r\n</header>`)

/** Namespace of the answers to uploads. */
export const UPLOAD = 'mfp:anaf:dgti:spv:respUploadFisier:v1'

/** ExecutionStatus 1 with every reason; `at` as `yyyyMMddHHmm`. */
export function uploadErrors(at: string, problems: readonly string[]): string {
  const errors = problems.map(problem => `    <Errors errorMessage="${attribute(problem)}"/>\r\n`)
  return `${DECLARATION}\r\n<header xmlns="${UPLOAD}" dateResponse="${at}" ExecutionStatus="1">\r\n${errors.join('')}</header>`
}

export const STANDARD = 'Valorile acceptate pentru parametrul standard sunt UBL, CN, CII sau RASP'
export const PATH_STANDARD = 'Valorile acceptate pentru parametrul standard sunt FACT1 si FCN'
export const NO_COMPANY = 'Nu exista niciun CIF pentru care sa aveti drept in SPV'
export const flag = (name: string): string => `Daca parametrul ${name} trebuie completat, valoarea acceptata este DA`
export const tooLarge = (bytes: number): string =>
  `Marime fisier transmis mai mare de ${Math.floor(bytes / 1_048_576)} MB.`
export const raspLimit = (limit: number, cif: string): string =>
  `S-au incarcat deja ${limit} de mesaje de tip RASP pentru cui= ${cif} in cursul zilei`

export const FILTER = 'Valorile acceptate pentru parametrul filtru sunt E, T, P sau R'
export const TOO_MANY =
  'Lista de mesaje este mai mare decat numarul de 500 elemente permise in pagina. Folositi endpoint-ul cu paginatie.'
export const DAYS_RANGE = 'Numarul de zile trebuie sa fie intre 1 si 60'
export const NO_MESSAGES = 'Nu exista mesaje in intervalul selectat'
export const DOWNLOAD_FORBIDDEN = 'Nu aveti dreptul sa descarcati acesta factura'
export const DOWNLOAD_EXPIRED =
  'Fișierul nu mai poate fi descărcat deoarece a trecut perioada de 60 de zile în care este disponibil'

export const noRight = (cif: string): string => `Nu aveti drept in SPV pentru CIF=${cif}`
export const listLimit = (limit: number, cif: string): string =>
  `S-au facut deja ${limit} interogari de lista mesaje pentru CUI= ${cif} in cursul zilei`
export const downloadLimit = (limit: number, id: string): string =>
  `S-au facut deja ${limit} descarcari la mesajul cu id_descarcare= ${id} in cursul zilei`
export const statusLimit = (limit: number, index: string): string =>
  `S-au facut deja ${limit} interogari pentru id_incarcare= ${index} in cursul zilei`
