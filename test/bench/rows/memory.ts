import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { HostProcess } from '../../contract/support/host.ts'
import { largeArchive } from '../support/large-archives.ts'
import type { Row } from '../support/row.ts'
import { ROUNDS } from '../support/samples.ts'
import { inOffice, sync } from '../support/syncing.ts'
import { inTemporary } from '../support/temporary.ts'
import { usedBy } from '../support/used.ts'

/** Messages whose sync is watched: from a tenth of the promised number on, more of them must not change the peak. */
const MESSAGES = { companies: 100, invoicesPerCompany: 100 }

/** The most memory of hosts, MB; Linux tells it. */
export const row: Row = {
  unavailable: () => (process.platform === 'linux' ? undefined : 'only Linux tells the memory of a process'),
  async measure() {
    const large = await largeArchive(1_000_000)
    const [bare, idle, full]: number[][] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      bare?.push(await ofBareNode())
      idle?.push(await inTemporary(folder => ofHost(folder)))
      full?.push(await ofHost(large))
    }
    const synced = await inOffice(MESSAGES, { limits: { requestsPerMinute: 1_000_000 } }, sync)
    const node = { name: 'a bare Node', values: bare ?? [] }
    return {
      lines: [
        {
          measure: 'memory of an idle host',
          unit: 'MB',
          ours: idle ?? [],
          floor: node,
          limits: [{ of: 'ratio', atMost: 1.6 }],
        },
        {
          measure: 'memory of a host with 1,000,000 documents, after overview, list and search',
          unit: 'MB',
          ours: full ?? [],
          floor: node,
          limits: [{ of: 'ratio', atMost: 2.5 }],
        },
        {
          measure: 'peak memory while syncing 10,000 messages',
          unit: 'MB',
          ours: [synced.peak],
          floor: { name: 'an idle host', values: [idle?.[0] ?? Number.NaN] },
          limits: [{ of: 'difference', atMost: 100 }],
          reason:
            'without a limit 50 downloads run at once: the heap takes 34 MB, and the rest is memory that the allocator keeps for its threads (MALLOC_ARENA_MAX=1 took 25 MB less once). It does not grow with the messages',
        },
      ],
    }
  },
}

async function ofBareNode(): Promise<number> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log(1)'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  await once(child.stdout, 'data')
  const { peak } = usedBy(child.pid)
  child.stdin.end()
  await once(child, 'close')
  return peak
}

/** Of a host that has answered what popup and panel ask first. */
async function ofHost(dataDir: string): Promise<number> {
  const host = new HostProcess({ RECIPISA_DATA_DIR: dataDir })
  await host.request('overview.get', {})
  await host.request('invoices.list', {})
  await host.request('invoices.list', { search: 'oituz' })
  const { peak } = usedBy(host.child.pid)
  await host.close()
  return peak
}
