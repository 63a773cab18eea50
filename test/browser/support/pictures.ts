import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Runs the work of a test; when it fails, pictures of what was on the screen are kept in a folder that the error names.
 */
export async function withPictures<T>(
  pictures: () => Promise<Record<string, Buffer>>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const folder = await mkdtemp(join(tmpdir(), 'recipisa-failed-'))
    const taken = await pictures().catch(problem => ({ problem: Buffer.from(String(problem)) }))
    for (const [name, png] of Object.entries(taken)) await writeFile(join(folder, `${name}.png`), png)
    throw new Error(`${error instanceof Error ? error.message : error}\nScreenshots: ${folder}`, { cause: error })
  }
}
