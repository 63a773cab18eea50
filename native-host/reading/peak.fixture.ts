import { buffer } from 'node:stream/consumers'
import { readMembers } from './zip.ts'

/** Reads the ZIP on its stdin, and prints by how much its memory grew at most, MB: a process of its own has no other. */
const zip = await buffer(process.stdin)
const peak = () => process.resourceUsage().maxRSS / 1024
const before = peak()
const { document, signature } = readMembers(zip)
console.log(JSON.stringify({ grown: peak() - before, files: [document, signature].filter(Boolean).length }))
