import { parentPort } from 'node:worker_threads'
import type { Reply } from '../reading/bounded-thread.ts'
import { type Printed, type PrintQuestion, printAll } from './print-all.ts'
import { printSheet } from './print-sheet.ts'

parentPort?.on('message', (question: PrintQuestion & { id: number }) => void answer(question))

async function answer({ id, ...question }: PrintQuestion & { id: number }): Promise<void> {
  let reply: Reply<Printed>
  try {
    reply = { id, answer: await printAll(question, printSheet) }
  } catch (error) {
    reply = { id, error }
  }
  parentPort?.postMessage(reply)
}
