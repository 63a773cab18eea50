/**
 * The script that the browser starts. It names Node and program by absolute paths, because the browser's PATH differs from a
 * terminal's.
 */
export function launcherScript(node: string, program: string): string {
  return `#!/bin/sh\nexec ${quoted(node)} ${quoted(program)} "$@"\n`
}

/** Quotes a text as one word for sh: between single quotes only the quote itself is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * The same for Windows. cmd reads it in the console's code page, so a path with non-ASCII letters needs UTF-8's code
 * page first.
 */
export function launcherBatch(node: string, program: string): string {
  const isAscii = /^[\0-\x7f]*$/.test(node + program)
  return batch(isAscii ? [] : ['chcp 65001 >nul'], batchQuoted(node), batchQuoted(program))
}

/** The batch file of an installed program. It lies beside its Node and stays valid when the folder moves. */
export function besideNodeBatch(): string {
  return batch([], '"%~dp0node.exe"', '"%~dp0recipisa.js"')
}

const batch = (first: readonly string[], node: string, program: string): string =>
  ['@echo off', ...first, `${node} ${program} %*`, ''].join('\r\n')

/** Between double quotes only the percent sign is special to cmd, and no path of Windows holds a double quote. */
function batchQuoted(path: string): string {
  return `"${path.replaceAll('%', '%%')}"`
}
