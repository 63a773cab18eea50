// The archive for Linux and macOS, with a script that installs the program for one user.
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT, runOrFail } from '../tools.mjs'

/**
 * Builds the archive of a payload: a folder `name` with install.sh and the program. `epoch` is the time of all files in
 * seconds, `level` gzip's.
 */
export async function buildTar({ payload, name, file, epoch, level = 6 }) {
  const staging = await mkdtemp(join(dirname(payload), 'tar-'))
  const [folder, program] = [join(staging, name), join(staging, name, 'program')]
  try {
    await mkdir(folder)
    await cp(payload, program, { recursive: true })
    for (const [script, to] of [
      ['launcher.sh', join(program, 'recipisa')],
      ['uninstall.sh', join(program, 'uninstall.sh')],
      ['install.sh', join(folder, 'install.sh')],
    ]) {
      await cp(join(ROOT, 'scripts/package', script), to)
      await chmod(to, 0o755)
    }
    for (const paper of ['LICENSE', 'CHANGELOG.md']) await cp(join(ROOT, paper), join(folder, paper))
    await packTar({ parent: staging, name, file, epoch, level })
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

/** Packs the folder `name` of `parent` with GNU tar, whose options give identical bytes for identical files. */
export const packTar = ({ parent, name, file, epoch, level }) =>
  runOrFail('tar', [
    '--sort=name',
    `--mtime=@${epoch}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u=rwX,go=rX',
    `--use-compress-program=gzip -n -${level}`,
    `--directory=${parent}`,
    '--create',
    `--file=${file}`,
    name,
  ])
