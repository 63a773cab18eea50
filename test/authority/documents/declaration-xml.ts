/** The subject of a declaration. `month` 1 to 12. */
export type DeclarationSubject = { form: string; cui: string; name: string; year: number; month: number }

/** Namespaces of some forms at the end of 2026. */
const VERSIONS: Readonly<Record<string, string>> = { D300: 'v12', D390: 'v3', D394: 'v5', D100: 'v2', D101: 'v10' }

/**
 * XML of a declaration as the authority's program attaches it: its root identifies it, for D112 the root and `angajator`,
 * for D406 and D406T the SAF-T header. The authority reports a negative `total` as an error.
 */
export function declarationXml(subject: DeclarationSubject, total = 1190): string {
  const { form, cui, year, month } = subject
  const name = escapeXml(subject.name)
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
  if (form === 'D112') {
    const root = `<declaratieUnica xmlns="mfp:anaf:dgti:declaratie_unica:declaratie:v7" luna_r="${month}" an_r="${year}" d_rec="0" totalPlata_A="${total}" nume_declar="Popa" prenume_declar="Ana" functie_declar="Contabil">`
    const employer = `<angajator cif="${cui}" den="${name}" caen="6920" casaAng="CT"><angajatorB B_cnp="3"/></angajator>`
    return `${head}${root}\n${employer}</declaratieUnica>\n`
  }
  if (form.startsWith('D406')) {
    const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
    return `${head}<nsSAFT:AuditFile xmlns:nsSAFT="mfp:anaf:dgti:${form.toLowerCase()}:declaratie:v1">
<nsSAFT:Header><nsSAFT:AuditFileVersion>2.4.9</nsSAFT:AuditFileVersion><nsSAFT:AuditFileCountry>RO</nsSAFT:AuditFileCountry>
<nsSAFT:Company><nsSAFT:RegistrationNumber>RO${cui}</nsSAFT:RegistrationNumber><nsSAFT:Name>${name}</nsSAFT:Name></nsSAFT:Company>
<nsSAFT:SelectionCriteria><nsSAFT:SelectionStartDate>${end.slice(0, 8)}01</nsSAFT:SelectionStartDate><nsSAFT:SelectionEndDate>${end}</nsSAFT:SelectionEndDate></nsSAFT:SelectionCriteria>
<nsSAFT:HeaderComment>L</nsSAFT:HeaderComment></nsSAFT:Header>
<nsSAFT:MasterFiles/></nsSAFT:AuditFile>
`
  }
  const number = form.slice(1).toLowerCase()
  const namespace = `mfp:anaf:dgti:${form.toLowerCase()}:declaratie:${VERSIONS[form] ?? 'v1'}`
  return `${head}<declaratie${number} xmlns="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" luna="${month}" an="${year}" depusReprezentant="0" cui="${cui}" den="${name}" totalPlata_A="${total}">
<rezumat suma="${total}"/></declaratie${number}>
`
}

const escapeXml = (text: string): string => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
