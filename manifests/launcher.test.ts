import { expect, test } from 'vitest'
import { launcherBatch } from './launcher.ts'

test('a batch file names paths as cmd reads them: percent signs twice, other letters than ASCII in UTF-8', () => {
  const lines = (node: string, program: string) => launcherBatch(node, program).split('\r\n')
  expect(lines('C:\\100% node\\node.exe', 'C:\\a & b\\recipisa.js')).toEqual([
    '@echo off',
    '"C:\\100%% node\\node.exe" "C:\\a & b\\recipisa.js" %*',
    '',
  ])
  expect(lines('C:\\Users\\Ștefan\\node.exe', 'C:\\recipisa.js')).toContain('chcp 65001 >nul')
})
