// Follows the steps of deploy/Dockerfile in root directories of Debian, without a container engine. Needs root.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { debianFolder, debianProgram } from './debian.ts'
import { contextFiles, readDockerfile, type Stage, variablesOf } from './dockerfile.ts'

const root = join(import.meta.dirname, '../..')

export interface Image {
  /** Root directory of the last stage. */
  folder: string
  env: Record<string, string>
  user: string
  workdir: string
  healthcheck: string
  command: string
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? `exit code ${status}`}`)
}

/** A root directory of Debian bookworm, made once per machine. */
function debianRoot(): string {
  const folder = '/var/cache/ruam-bookworm'
  if (existsSync(folder)) return folder
  const program = debianProgram('debootstrap', 'debootstrap')
  const unpacked = join(debianFolder('debootstrap'), 'usr/share/debootstrap')
  rmSync(`${folder}.new`, { recursive: true, force: true })
  const env = { ...process.env, ...(existsSync(unpacked) && { DEBOOTSTRAP_DIR: unpacked }) }
  run(program, ['--variant=minbase', 'bookworm', `${folder}.new`, 'http://deb.debian.org/debian'], env)
  renameSync(`${folder}.new`, folder)
  return folder
}

/** Adds to a root what the image `node` has: Node as this checkout ships it, and this machine's npm. */
function addNode(folder: string) {
  const bin = join(folder, 'usr/local/bin')
  copyFileSync(process.execPath, join(bin, 'node'))
  chmodSync(join(bin, 'node'), 0o755)
  const npm = dirname(dirname(process.env.npm_execpath ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'))
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm'))
}

const addBase: Record<string, (folder: string) => void> = {
  'debian:bookworm-slim': () => {},
  'node:24-bookworm-slim': addNode,
}

/** Returns the shell lines that mount what a process in a root needs. */
export function enterScript(folder: string, { readOnly = false, data = '' } = {}): string {
  return [
    'set -e',
    `mount --bind ${folder} ${folder}`,
    ...(readOnly ? [`mount -o remount,bind,ro ${folder}`, `mount -t tmpfs tmpfs ${folder}/tmp`] : []),
    ...(data ? [`mount --bind ${data} ${folder}/data`] : []),
    `mount --rbind /dev ${folder}/dev`,
    `mount -t proc proc ${folder}/proc`,
  ].join('\n')
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns the shell line that runs a command in a root, with these variables alone. */
export const chrootLine = (image: Omit<Image, 'healthcheck' | 'command'>, command: string) => {
  const variables = Object.entries(image.env).map(([name, value]) => quoted(`${name}=${value}`))
  const inside = quoted(`cd ${image.workdir} && ${command}`)
  const groups = image.user === 'root' ? 'root' : `${image.user}:${image.user}`
  return `chroot --userspec=${groups} ${image.folder} /usr/bin/env -i ${variables.join(' ')} /bin/sh -c ${inside}`
}

function copy(words: string[], image: Image, stages: Map<string, string>) {
  const from = words[0]!.startsWith('--from=') ? stages.get(words.shift()!.slice('--from='.length))! : undefined
  const to = words.pop()!
  const target = join(image.folder, resolve(image.workdir, to))
  for (const source of words) {
    if (from === undefined && source === '.') {
      for (const file of contextFiles()) {
        mkdirSync(dirname(join(target, file)), { recursive: true })
        copyFileSync(join(root, file), join(target, file))
      }
    } else {
      mkdirSync(to.endsWith('/') ? target : dirname(target), { recursive: true })
      run('cp', ['-a', join(from ?? root, source), to.endsWith('/') ? target : `${target}`])
    }
  }
}

/** Copies what reaches the registry of packages into a root, and returns the variables of the same purpose. */
function networkOf(folder: string): Record<string, string> {
  copyFileSync('/etc/resolv.conf', join(folder, 'etc/resolv.conf'))
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates) copyFileSync(certificates, join(folder, 'etc/ruam-build-certificates.crt'))
  const proxies = Object.entries(process.env).filter(([name]) =>
    /^(?:https?|no)_proxy$|^npm_config_(?:registry|cache)$/i.test(name),
  )
  return {
    ...Object.fromEntries(proxies.map(([name, value]) => [name, value!])),
    ...(certificates && { NODE_EXTRA_CA_CERTS: '/etc/ruam-build-certificates.crt' }),
  }
}

function buildStage(stage: Stage, folder: string, stages: Map<string, string>): Image {
  const add = addBase[stage.base]
  if (!add) throw new Error(`What ${stage.base} contains is unknown here.`)
  run('cp', ['-a', debianRoot(), folder])
  add(folder)
  const env: Record<string, string> = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
  }
  const image: Image = { folder, env, user: 'root', workdir: '/', healthcheck: '', command: '' }
  const network = networkOf(folder)
  for (const { instruction, text } of stage.steps) {
    console.log(`${stage.name ?? 'image'}: ${instruction} ${text}`)
    if (instruction === 'WORKDIR') {
      image.workdir = resolve(image.workdir, text)
      mkdirSync(join(folder, image.workdir), { recursive: true })
    }
    if (instruction === 'USER') image.user = text
    if (instruction === 'ENV') Object.assign(env, variablesOf(text))
    if (instruction === 'HEALTHCHECK') image.healthcheck = text
    if (instruction === 'CMD') image.command = text
    if (instruction === 'COPY') copy(text.split(/\s+/), image, stages)
    if (instruction === 'RUN') {
      const line = chrootLine({ ...image, env: { ...env, ...network } }, text)
      run('unshare', ['--mount', '--pid', '--fork', '/bin/sh', '-c', `${enterScript(folder)}\n${line}`])
    }
  }
  return image
}

/** Follows all stages below a folder and returns the last one. */
export function buildImage(work: string): Image {
  const stages = new Map<string, string>()
  let image: Image | undefined
  for (const [index, stage] of readDockerfile().entries()) {
    const folder = join(work, stage.name ?? `stage-${index}`)
    image = buildStage(stage, folder, stages)
    if (stage.name) stages.set(stage.name, folder)
  }
  // A container engine writes these two when it starts a container.
  writeFileSync(join(image!.folder, 'etc/hosts'), '127.0.0.1 localhost\n')
  copyFileSync('/etc/resolv.conf', join(image!.folder, 'etc/resolv.conf'))
  return image!
}
