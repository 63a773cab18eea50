import { waitFor } from '../../../support/wait-for.ts'

type SendDrag = (
  method: 'Input.dispatchDragEvent',
  params: {
    type: 'dragEnter' | 'dragOver' | 'drop'
    x: number
    y: number
    data: { items: []; files: string[]; dragOperationsMask: number }
  },
) => Promise<unknown>

/**
 * Drops files from disk on a page of the extension, as from the desktop: holds them over the page until it shows its
 * drop zone, then lets go.
 */
export async function dropFiles(
  send: SendDrag,
  isTaken: () => Promise<boolean>,
  paths: readonly string[],
): Promise<void> {
  const drag = { x: 100, y: 300, data: { items: [] as [], files: [...paths], dragOperationsMask: 1 } }
  await send('Input.dispatchDragEvent', { type: 'dragEnter', ...drag })
  await waitFor('the page shows its drop zone', async () => {
    await send('Input.dispatchDragEvent', { type: 'dragOver', ...drag })
    return isTaken()
  })
  await send('Input.dispatchDragEvent', { type: 'drop', ...drag })
}

/** Whether the extension's page accepts the files held over it. */
export const TAKES_DROP = `document.querySelector('.drop-zone') !== null`
