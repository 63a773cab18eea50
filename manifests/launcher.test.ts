import { expect, test } from 'vitest'
import { launcherBatch } from './launcher.ts'

test('a batch file names paths as cmd reads them: percent signs twice, other letters than ASCII in UTF-8', () => {
  expect(launcherBatch('C:\\100% node\\node.exe', 'C:\\a & b\\recipisa.js')).toBe(
    '@echo off\r\n"C:\\100%% node\\node.exe" "C:\\a & b\\recipisa.js" %*\r\n',
  )
  expect(launcherBatch('C:\\Users\\Ștefan\\node.exe', 'C:\\recipisa.js')).toBe(
    '@echo off\r\nchcp 65001 >nul\r\n"C:\\Users\\Ștefan\\node.exe" "C:\\recipisa.js" %*\r\n',
  )
})
