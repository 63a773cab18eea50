import { html, type Reply } from '../http.ts'

/** Where the filing-status page is, as the portal's pages say it. */
const STATUS = 'https://www.anaf.ro/StareD112/'

const page = (title: string, body: string): Reply =>
  html(`<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<HTML>
<HEAD>
<META http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">
<META name="GENERATOR" content="IBM Software Development Platform">
<TITLE>${title}</TITLE>
</HEAD>
<BODY>
<h3 align="center">Agentia Nationala de Administrare Fiscala - ${title}</h3>
${body}
</BODY>
</HTML>
`)

const WARNING =
  '<p><font color="red">Actualizările Adobe Reader pot împiedica semnarea declarațiilor. Verificați semnătura înainte de transmitere!</font></p>'
const AGAIN = '<p>Pentru a depune o nouă declarație apăsați <a href="/WAS6DUS/welcome.do">aici</a></p>'

/** The gateway's form before the certificate step; it says how long a session lasts. */
export const logonPage = (): Reply =>
  page(
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
    `${WARNING}
<form name="uf" method="POST" action="/WAS6DUS/displayFile.do" enctype="multipart/form-data">
Selectați declarația semnată: <input type="file" name="linkdoc" size="75" value=""> <input type="submit" value="Trimite">
</form>
<p>După fiecare lot de 200 de declarații așteptați prelucrarea lor și descărcați recipisele de la <a href="${STATUS}">Vizualizare stare</a>.</p>`,
  )

export const successPage = (fileName: string, uploadIndex: string): Reply =>
  page(
    'Succes depunere',
    `${AGAIN}
<p>Fişierul dumneavoastră cu numele "<b>${escapeHtml(fileName)}</b>" a fost depus cu succes. Indexul este <b>${uploadIndex}</b>.</p>
<p>Acest mesaj nu constituie confirmarea inregistrării documentului. Confirmarea depunerii va fi afisată in recipisă.</p>
<div id="stare">Vizualizați starea declarației la <a href="${STATUS}">Vizualizare stare</a></div>
<script type="text/javascript">
if (window.location.hostname.indexOf("extranet") == 0) document.getElementById("stare").style.display = "none";
</script>`,
  )

export const errorPage = (reason: string): Reply =>
  page(
    'Eroare',
    `<p>Ne cerem scuze, dar cererea dumneavoastra nu a putut fi indeplinita!</p>
<p>Motivul: <span style="color: red">${escapeHtml(reason)}</span></p>
${AGAIN}`,
  )

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
