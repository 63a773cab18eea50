/** Pages of a foreign site, for right clicks. */

export const [ACME, BETA] = ['14399840', '34878414'] as const
/** Allows frames only, under the same policy: no script, no style, no connection. */
export const STRICT = "default-src 'none'; frame-src *"

export const PAGE = `<!doctype html><title>A page</title>
<p id="text">Furnizor: ACME, CUI: 14.399.840, Cluj</p>
<p><a id="link" href="/elsewhere">Beta SRL (RO 34878414)</a></p>
<table id="table"><tr><td>ACME</td><td>${ACME}</td></tr><tr><td>Beta</td><td>${BETA}</td></tr></table>`
export const framed = (address: string, height = 500) => `<!doctype html><title>Frames</title>
<p>Above</p><iframe src="${address}" width="700" height="${height}"></iframe>`
/** A loud site: its dialog makes everything else inert, and it listens to all keys and clicks. */
export const LOUD = `<!doctype html><title>A loud page</title>
<style>* { color: red !important; font: 40px serif !important; display: block !important; direction: rtl !important }</style>
<script>
  const heard = []
  for (const type of ['keydown', 'click', 'mousedown', 'focusin']) document.addEventListener(type, () => heard.push(type))
  addEventListener('load', () => document.querySelector('dialog').showModal())
</script>
<dialog><p id="text">RO ${BETA}</p><input id="field"></dialog>`
/** Numbers in a shadow tree and in a drawing's link, and a personal number. */
export const ODD = `<!doctype html><title>Odd places</title>
<p id="shadow"></p><script>shadow.attachShadow({ mode: 'open' }).innerHTML = '<b>RO ${ACME}</b>'</script>
<svg width="300" height="30" style="position: fixed; top: 20px; left: 600px"><a id="drawn" href="/elsewhere"><text y="20">RO ${BETA}</text></a></svg>
<p id="person">1960101143998</p>`
