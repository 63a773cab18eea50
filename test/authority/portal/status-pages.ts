import { chunked, html, type Reply } from '../http.ts'
import { isoDate, type SubmittedDeclaration } from './register.ts'

/** A row of the table, in the page's words. */
export type Row = {
  declaration: SubmittedDeclaration
  state: string
  /** `dd.MM.yyyy`. */
  registered: string
  hasReceipt: boolean
}

export const STATE_WORDS = {
  processing: 'In prelucrare',
  'not-a-document': 'Fişierul depus nu este un document valid',
  'has-errors': 'Documentul are erori de validare',
  valid: 'Documentul este valid',
} as const

/** One table, with nothing around it. */
const page = (body: string): Reply =>
  chunked(
    html(`<table border="0" width="100%"><tr><td><h3>Vizualizare stare documente depuse</h3></td></tr><tr><td>
${body}
</td></tr></table>

`),
  )

const BACK = '<p><a href="/StareD112/">Înapoi</a></p>'

/** The text below the page's table, which names all four states. */
const EXPLANATION = `<p>Semnificația stărilor:</p>
<ul>
<li><b>${STATE_WORDS.processing}.</b> Documentul este în curs de prelucrare pe serverele centrale; reveniți după terminarea prelucrării.</li>
<li><b>${STATE_WORDS['not-a-document']}.</b> Documentul nu a fost înregistrat; refaceți și depuneți din nou.</li>
<li><b>${STATE_WORDS['has-errors']}.</b> Erorile sunt detaliate în recipisă.</li>
<li><b>${STATE_WORDS.valid}.</b> Datele au fost transmise instituțiilor beneficiare.</li>
</ul>`

export const queryPage = (): Reply =>
  page(`<form name="f" method="post" action="/StareD112/vizualizareStare.do">
<p>Depus la ghișeu: <input type="radio" name="ghiseu" value="N" checked> Nu <input type="radio" name="ghiseu" value="Y"> Da</p>
<p>Index: <input type="text" name="id"> CUI: <input type="text" name="cui"> <input type="submit" value="Vizualizare"></p>
</form>
<p>Sunt vizibile ultimele 200 de declarații din ultimele trei luni. După fiecare lot de 200 așteptați prelucrarea.</p>`)

export function resultPage(cui: string, from: string, to: string, rows: readonly Row[]): Reply {
  const lines = rows.map(({ declaration, state, registered, hasReceipt }) => {
    const { number, form, registrationNumber, submittedAt } = declaration
    const link = hasReceipt ? `<a href="/StareD112/ObtineRecipisa?numefisier=${number}.pdf">recipisa</a>` : '&nbsp;'
    const cells = [number, form, state, `${registrationNumber} din ${registered}`, link, isoDate(submittedAt)]
    return `<tr align="left">${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`
  })
  return page(`<p>Documente depuse pentru cui: ${cui} in perioada ${from} / ${to}</p>
<table border="1">
<thead>
<th>Index</th><th>Tip document</th><th>Stare document</th><th>Data inregistrare</th><th>Consultați</th><th>Data incarcare</th>
</thead>
${lines.join('\n')}
</table>
${EXPLANATION}
${BACK}`)
}

export const notFoundPage = (): Reply =>
  page(`<p>Nu a fost identificata nicio declaratie cu datele introduse, din unul din motivele: perechea index - cui nu este corectă, declarația nu este între ultimele 200 depuse, sau au trecut mai mult de 3 luni de la depunere.</p>
${BACK}`)

export const invalidPage = (): Reply => page(`<p><font color="red">Nu ati introdus un index valid</font></p>\n${BACK}`)
