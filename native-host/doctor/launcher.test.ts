import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { besideNodeBatch, launcherBatch, launcherScript } from '../../manifests/launcher.ts'
import { LEAST_NODE, VERSION } from '../../shared/domain/product.ts'
import { checkLauncher, commandOf } from './launcher.ts'
import { aMachine, never } from './machine.fixture.ts'

test('Node and program are read from every launcher that an installer writes', () => {
  const [node, program] = ["/opt/it's a node", '/home/ana/$(touch x)/recipisa.js']
  expect(commandOf(launcherScript(node, program), '/bin')).toEqual({ node, program })
  const [windowsNode, windowsProgram] = ['C:\\100% Node\\node.exe', 'C:\\Users\\Ștefan & Ana\\recipisa.js']
  expect(commandOf(launcherBatch(windowsNode, windowsProgram), 'C:\\x')).toEqual({
    node: windowsNode,
    program: windowsProgram,
  })
  expect(commandOf(besideNodeBatch(), 'C:\\Recipisa')).toEqual({
    node: 'C:\\Recipisa\\node.exe',
    program: 'C:\\Recipisa\\recipisa.js',
  })
  const ofPackages = readFileSync(new URL('../../scripts/package/launcher.sh', import.meta.url), 'utf8')
  expect(commandOf(ofPackages, '/usr/lib/recipisa')).toEqual({
    node: '/usr/lib/recipisa/node',
    program: '/usr/lib/recipisa/recipisa.js',
  })
  expect(commandOf('#!/bin/sh\nexec node other.js\n', '/bin')).toBeUndefined()
})

/** The finding if Node reports one version and the program another. */
async function found(node: string, program: string): Promise<{ finding: string; version: string | undefined }> {
  const machine = aMachine({ '/bin/host': launcherScript('/opt/node', '/opt/recipisa.js') })
  const run = async (_program: string, [first]: readonly string[]) => {
    const answer = first === '-p' ? node : program
    if (!answer) throw new Error('ENOENT')
    return `${answer}\n`
  }
  const { check, version } = await checkLauncher({ ...machine, run }, machine.pathOf('/bin/host'), never)
  return { finding: check.finding, version }
}

test('a launcher is fine if its Node is new enough and its program says its version', async () => {
  expect(await found(`${LEAST_NODE}.0.0`, VERSION)).toEqual({ finding: 'launcher-fine', version: VERSION })
  expect((await found(`${LEAST_NODE - 1}.9.0`, VERSION)).finding).toBe('launcher-node-old')
  expect((await found('', VERSION)).finding).toBe('launcher-node-fails')
  expect((await found('usage: node', VERSION)).finding).toBe('launcher-node-fails')
  expect((await found(`${LEAST_NODE}.0.0`, '')).finding).toBe('launcher-program-fails')
})

test('a launcher of another form is something to look at', async () => {
  const machine = aMachine({ '/bin/host': '#!/usr/bin/env python3\n' })
  const { check } = await checkLauncher(machine, machine.pathOf('/bin/host'), never)
  expect(check).toMatchObject({ finding: 'launcher-unknown', state: 'look' })
})
