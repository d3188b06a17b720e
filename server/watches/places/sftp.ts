// A folder of an SFTP server. The library `ssh2` alone: its wrapper for SFTP reads a folder to its end, and a server may name files without one.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { FileEntryWithStats, ServerHostKeyAlgorithm, SFTPWrapper, Stats } from 'ssh2'
import { connectPublic } from '../../core/public-connections.ts'
import { type Reach, reasonOf } from './address.ts'
import { type Patience, patienceOf, usualLimits } from './patience.ts'
import {
  type Found,
  isFileName,
  MAX_NAMES,
  type Place,
  PlaceError,
  type PlaceErrorName,
  putAwayName,
  streamOf,
} from './place.ts'

export interface SftpSettings {
  host: string
  port: number
  user: string
  /** Absolute, or relative to the user's own (`.`); without a slash at its end. */
  folder: string
  login: { password: string } | { privateKey: string; passphrase?: string }
}

/** Bytes of one request: OpenSSH sends no more in one answer. */
const READ_BYTES = 256 * 1024

/** Names that an empty page counts for: a server may send such pages without an end. */
const EMPTY_PAGE = 100

/** Codes of SFTP's answers. */
const STATUS = { eof: 1, noSuchFile: 2, permissionDenied: 3, failure: 4, unsupported: 8 }

/** Algorithms that sign with a key of each kind. */
const SIGNED_BY: Readonly<Record<string, readonly ServerHostKeyAlgorithm[]>> = {
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
  ...Object.fromEntries(
    ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521'].map((kind) => [kind, [kind]]),
  ),
}

/** Kind and fingerprint of a host key, as `ssh-keygen -l` shows it: `ssh-ed25519 SHA256:…`. */
function hostKeyOf(key: Buffer): string {
  const kind = key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1')
  return `${kind} SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`
}

/** A callback of the library as a promise. */
const answered = <T>(ask: (done: (error: Error | null | undefined, value: T) => void) => unknown): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  ask((error, value) => (error ? reject(error) : resolve(value)))
  return promise
}

/** Waits for an answer as long as the server speaks and the connection lives. */
type Within = <T>(answer: Promise<T>) => Promise<T>
/** Steps of one act. */
type Steps<T> = (sftp: SFTPWrapper, within: Within, hostKey: string) => AsyncGenerator<T>

/** Runs one act on a connection of its own. A pinned key is compared before the password is sent; null accepts any. */
async function* act<T>(
  settings: SftpSettings,
  pinned: string | null,
  reach: Reach,
  patience: Patience,
  steps: Steps<T>,
): AsyncGenerator<T> {
  const { login } = settings
  // Loaded when it is needed: most installations watch no such server.
  const { Client } = await import('ssh2')
  const client = new Client()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  client
    .on('error', failed.reject)
    .on('close', () => failed.reject(new PlaceError('unreachable')))
    .on('change password', () => failed.reject(new PlaceError('refused')))
    .on('keyboard-interactive', (_name, _text, _language, prompts, answer) =>
      answer(prompts.map(() => ('password' in login ? login.password : ''))),
    )
  const within: Within = (answer) => patience.wait(Promise.race([answer, failed.promise]))
  let hostKey = ''
  let socket: Socket | undefined
  try {
    patience.signal.throwIfAborted()
    // Each request waits for its answer: Nagle's algorithm would add 40 ms to each.
    socket = connectPublic(settings, reach).on('error', failed.reject).setNoDelay(true)
    const ready = once(client, 'ready')
    ready.catch(() => {})
    client.connect({
      ...{ sock: socket, username: settings.user, tryKeyboard: 'password' in login },
      ...login,
      // `within` ends it.
      readyTimeout: 0,
      hostVerifier(key: Buffer) {
        hostKey = hostKeyOf(key)
        return pinned === null || hostKey === pinned
      },
      // Another kind of key would look like another server.
      ...(pinned !== null && { algorithms: { serverHostKey: [...(SIGNED_BY[pinned.split(' ')[0]!] ?? [])] } }),
    })
    await within(ready)
    const sftp = await within(answered<SFTPWrapper>((done) => client.sftp(done)))
    yield* steps(sftp, within, hostKey)
  } catch (error) {
    const isChanged = pinned !== null && (hostKey === '' ? hasNoSuchKey(error) : hostKey !== pinned)
    throw new PlaceError(isChanged ? 'host_key_changed' : reasonOfAnswer(error, patience.signal), error)
  } finally {
    // The library closes no connection that the server has half closed.
    socket?.destroy()
  }
}

/** True if the server has no key of the pinned kind any more. */
const hasNoSuchKey = (error: unknown) => error instanceof Error && /no matching host key/.test(error.message)

const REASONS: Readonly<Record<number, PlaceErrorName>> = {
  [STATUS.noSuchFile]: 'not_found',
  [STATUS.permissionDenied]: 'refused',
  [STATUS.unsupported]: 'refused',
}

/** The library's own errors have a level or a sentence, those of SFTP a number. */
function reasonOfAnswer(error: unknown, ended: AbortSignal): PlaceErrorName {
  const { level, code, message = '' } = error as { level?: string; code?: unknown; message?: string }
  if (ended.aborted || error instanceof PlaceError) return reasonOf(error, ended)
  if (level === 'client-authentication' || /privateKey|subsystem/.test(message)) return 'refused'
  return (typeof code === 'number' && REASONS[code]) || reasonOf(error)
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code

/** Connects once without a pinned key, and returns the server's: the caller stores it and shows it. */
export async function readHostKey(
  settings: SftpSettings,
  reach: Reach,
  signal: AbortSignal,
  limits = usualLimits,
): Promise<string> {
  const patience = patienceOf(signal, limits.silenceMs, limits.lookMs)
  const connected = act(settings, null, reach, patience, async function* (_sftp, _within, hostKey) {
    yield hostKey
  })
  for await (const hostKey of connected) return hostKey
  throw new PlaceError('unreachable')
}

/** Opens the folder of the server with the pinned host key. */
export function sftpPlace(settings: SftpSettings, hostKey: string, reach: Reach, limits = usualLimits): Place {
  const pathOf = (name: string) => `${settings.folder}/${name}`
  const run = <T>(signal: AbortSignal, actMs: number, steps: Steps<T>) =>
    act(settings, hostKey, reach, patienceOf(signal, limits.silenceMs, actMs), steps)

  return {
    list: (signal) =>
      run(signal, limits.lookMs, async function* (sftp, within) {
        const handle = await within(answered<Buffer>((done) => sftp.opendir(settings.folder, done)))
        for (let names = 0; ; ) {
          const page = await within(nextNames(sftp, handle))
          if (!page) return
          names += page.length || EMPTY_PAGE
          if (names > MAX_NAMES) throw new PlaceError('too_many')
          // The attributes are those of a link itself.
          for (const { filename, attrs } of page)
            if (attrs.isFile() && isFileName(filename))
              yield { name: filename, size: attrs.size, modifiedAt: attrs.mtime * 1000 }
        }
      }),

    open: (found, signal) =>
      streamOf(
        run(signal, limits.copyMs, async function* (sftp, within) {
          const handle = await within(answered<Buffer>((done) => sftp.open(pathOf(found.name), 'r', done)))
          const stats = await within(answered<Stats>((done) => sftp.fstat(handle, done)))
          if (!isAsFound(stats, found)) throw new PlaceError('not_found')
          for (let at = 0; at < found.size; ) {
            const piece = Buffer.allocUnsafe(Math.min(READ_BYTES, found.size - at))
            const bytes = await within(answered<number>((done) => sftp.read(handle, piece, 0, piece.length, at, done)))
            // The end of a file that has become shorter.
            if (bytes === 0) throw new PlaceError('not_found')
            at += bytes
            yield piece.subarray(0, bytes)
          }
        }),
      ),

    async putAway(found, where, signal, from = null) {
      const moving = run(signal, limits.lookMs, async function* (sftp, within) {
        const path = pathOf(from === null ? found.name : `${from}/${putAwayName(found)}`)
        const isUnchanged = async (at: string) =>
          isAsFound(await within(answered<Stats>((done) => sftp.lstat(at, done))), found)
        const rename = (from: string, to: string) =>
          within(answered<void>((done) => sftp.rename(from, to, (error) => done(error, undefined))))
        if (!(await isUnchanged(path))) throw new PlaceError('not_found')
        await within(makeFolder(sftp, pathOf(where)))
        const to = pathOf(`${where}/${putAwayName(found)}`)
        await rename(path, to).catch((error: unknown) => {
          // It may also be there already: the same file, sent twice with its time.
          throw codeOf(error) === STATUS.failure ? new PlaceError('refused', error) : error
        })
        // A file that replaced it between the two would never be looked at.
        if (!(await isUnchanged(to))) {
          await rename(to, path)
          throw new PlaceError('not_found')
        }
        yield
      })
      for await (const _ of moving);
    },
  }
}

const isAsFound = (stats: Stats, { size, modifiedAt }: Found) =>
  stats.isFile() && stats.size === size && stats.mtime * 1000 === modifiedAt

/** Returns some more names, or undefined at the end of the folder. */
async function nextNames(sftp: SFTPWrapper, handle: Buffer): Promise<FileEntryWithStats[] | undefined> {
  try {
    return await answered<FileEntryWithStats[]>((done) => sftp.readdir(handle, done))
  } catch (error) {
    if (codeOf(error) === STATUS.eof) return undefined
    throw error
  }
}

/** Makes the folder, or throws `refused` if it can neither be made nor is there. */
async function makeFolder(sftp: SFTPWrapper, path: string): Promise<void> {
  await answered<void>((done) => sftp.mkdir(path, (error) => done(error, undefined))).catch(async (error: unknown) => {
    const stats = await answered<Stats>((done) => sftp.stat(path, done)).catch(() => undefined)
    if (!stats?.isDirectory()) throw new PlaceError('refused', error)
  })
}
