import { spawnSync } from 'node:child_process'

/** Installs packages where apt may be used; answers whether it did. */
export function aptInstall(...packages: string[]): boolean {
  apt('update', '-qq')
  return apt('install', '-y', '-qq', ...packages)
}

function apt(...args: string[]): boolean {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...rest] = [...sudo, 'apt-get', ...args]
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command!, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
}
