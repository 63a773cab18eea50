import { expect, test } from 'vitest'
import type { Click } from './click.ts'
import { handClickOver, takeClick } from './hand-over.ts'

const click = (selection: string): Click => ({ selection, linkUrl: '', isEditable: false, cuis: [] })

test('the script gets its click, whichever arrives first, and never the same click twice', async () => {
  handClickOver(click('before'))
  expect(await takeClick()).toEqual(click('before'))
  const waiting = takeClick()
  handClickOver(click('after'))
  expect(await waiting).toEqual(click('after'))
  const next = takeClick()
  handClickOver(click('next'))
  expect(await next).toEqual(click('next'))
})
