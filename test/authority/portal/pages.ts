import { chunked, html, type Reply } from '../http.ts'

/** Address of the declaration status page, as printed on the portal's pages. */
const STATUS = 'https://www.anaf.ro/StareD112/'

/** The gateway's pages are whole documents. */
const document = (title: string, body: string): Reply =>
  html(`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML>
<HEAD>
<META http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">
<TITLE>${title}</TITLE>
</HEAD>
<BODY>
<h3 align="center">Agentia Nationala de Administrare Fiscala - ${title}</h3>
${body}
</BODY>
</HTML>
`)

/** The portal's own pages are a single table, with nothing around it. */
const page = (title: string, ...rows: string[]): Reply =>
  chunked(
    html(`<table border="0" width="100%" cellspacing="0" cellpadding="0">
<tr><td><h3 align="center">Agentia Nationala de Administrare Fiscala - ${title}</h3></td></tr>
${rows.join('\n')}
</table>

`),
  )

const row = (content: string) => `<tr><td>${content}</td></tr>`

const WARNING =
  '<p><font color="red">Actualizările Adobe Reader pot împiedica semnarea declarațiilor. Verificați semnătura înainte de transmitere!</font></p>'
const AGAIN = '<p>Pentru a depune o nouă declarație apăsați <a href="/WAS6DUS/welcome.do">aici</a>.</p>'

/** The gateway's form before the certificate step; it states how long a session lasts. */
export const logonPage = (): Reply =>
  document(
    'Autentificare',
    `${WARNING}
<form id="auth_form" name="e1" method="post" action="/my.policy" autocomplete="off">
<table><tr><td>Sesiunea expiră după 10 minute de inactivitate.</td></tr>
<tr><td><input type="hidden" name="vhost" value="standard"><input type="submit" value="Prezentare certificat"></td></tr></table>
</form>`,
  )

export const uploadPage = (): Reply =>
  page(
    'Depunere declarații',
    row(WARNING),
    row(`<form name="uf" method="POST" action="/WAS6DUS/displayFile.do" enctype="multipart/form-data">
Selectați declarația semnată: <input type="file" name="linkdoc" size="75" value=""> <input type="submit" value="Trimite">
</form>`),
    row(
      `<p>După fiecare lot de 200 de declarații așteptați prelucrarea lor și descărcați recipisele de la <a href="${STATUS}">Vizualizare stare</a>.</p>`,
    ),
  )

export const successPage = (fileName: string, uploadIndex: string): Reply =>
  page(
    'Succes depunere',
    row(AGAIN),
    row(`<p>Fişierul dumneavoastră cu numele "<b>${escapeHtml(fileName)}</b>" a fost depus cu succes. Indexul este <b>${uploadIndex}</b>.</p>
<p>Acest mesaj nu constituie confirmarea inregistrării documentului. Confirmarea depunerii va fi afisată in recipisă.</p>`),
    `<script type="text/javascript">
if (window.location.hostname.indexOf("extranet") == 0) document.write('<style>#stare { display: none }</style>');
</script>`,
    `<tr id="stare"><td>Vizualizați starea declarației la <a href="${STATUS}">Vizualizare stare</a></td></tr>`,
  )

/** Paragraphs, with nothing around them. */
export const errorPage = (reason: string): Reply =>
  chunked(
    html(`<p>Ne cerem scuze, dar cererea dumneavoastra nu a putut fi indeplinita!</p>
Motivul: <span style="color: red">${escapeHtml(reason)}</span>
${AGAIN}`),
  )

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
