import type { WatchTerms } from '@ruam/contract/watches/limits.ts'
import type { watches } from '@ruam/contract/watches/watches.ts'
import type { Sending } from '../data/api.ts'
import { readPath, readServerPath, SSH_PORT, typedPlace } from './typed-place.ts'
import type { WatchOfStore } from './watch.ts'

/** Fields of the form of a watch. */
export interface WatchValues extends Record<string, unknown> {
  name: string
  kind: WatchOfStore['place']['kind']
  /** Folder and pattern as one path. */
  path: string
  /** Empty: Amazon's own. */
  endpoint: string
  region: string
  bucket: string
  keyId: string
  /** Null: in the path if there is an endpoint. */
  pathStyle: boolean | null
  host: string
  port: string
  user: string
  login: 'password' | 'key'
  /** Host key that was pinned, or shown by a trial; empty for none. */
  hostKey: string
  /** Typed anew: what is stored is never read. */
  secret: string
  passphrase: string
  dataSourceId: string
  looks: 'every' | 'after'
  everyMinutes: string
  afterHour: string
  /** Empty for none. */
  dueHour: string
  closedDays: number[]
  terms: WatchTerms | null
  lineNotice: boolean
}

export const blankWatch: WatchValues = {
  name: '',
  kind: 'folder',
  path: '',
  endpoint: '',
  region: 'ap-southeast-1',
  bucket: '',
  keyId: '',
  pathStyle: null,
  host: '',
  port: String(SSH_PORT),
  user: '',
  login: 'password',
  hostKey: '',
  secret: '',
  passphrase: '',
  dataSourceId: '',
  looks: 'after',
  everyMinutes: '60',
  afterHour: '5',
  dueHour: '',
  closedDays: [],
  terms: null,
  lineNotice: false,
}

function valuesOfPlace(place: WatchOfStore['place']): Partial<WatchValues> & Pick<WatchValues, 'kind'> {
  if (place.kind === 's3') {
    const { kind, region, bucket, keyId, pathStyle } = place
    return { kind, region, bucket, keyId, pathStyle, endpoint: place.endpoint ?? '' }
  }
  if (place.kind !== 'sftp') return { kind: place.kind }
  const { kind, host, user, login } = place
  return { kind, host, user, login, port: String(place.port), hostKey: place.hostKey ?? '' }
}

export function valuesOf(watch: WatchOfStore): WatchValues {
  const { looks, dueHour, closedDays } = watch.schedule
  return {
    ...blankWatch,
    ...valuesOfPlace(watch.place),
    name: watch.name,
    path: typedPlace(watch.place, watch.pattern),
    dataSourceId: String(watch.dataSource.id),
    looks: 'afterHour' in looks ? 'after' : 'every',
    everyMinutes: 'everyMinutes' in looks ? String(looks.everyMinutes) : blankWatch.everyMinutes,
    afterHour: 'afterHour' in looks ? String(looks.afterHour) : blankWatch.afterHour,
    dueHour: dueHour === null ? '' : String(dueHour),
    closedDays,
    terms: watch.terms,
    lineNotice: watch.lineNotice,
  }
}

/** Place and pattern of the form, as they are sent. */
export function placeOf(values: WatchValues): Pick<SentWatch, 'place' | 'pattern'> {
  const { path, pattern } = readPath(values.path)
  switch (values.kind) {
    case 'folder':
      return { place: { kind: 'folder', path }, pattern }
    case 'line_chat':
      return { place: { kind: 'line_chat' }, pattern }
    case 's3': {
      const endpoint = values.endpoint.trim().replace(/\/+$/, '') || null
      const [region, bucket, keyId] = [values.region.trim(), values.bucket.trim(), values.keyId.trim()]
      const [prefix, pathStyle] = [path && `${path}/`, values.pathStyle ?? endpoint !== null]
      return { place: { kind: 's3', endpoint, region, bucket, prefix, pathStyle, keyId }, pattern }
    }
    case 'sftp': {
      const [host, user, port] = [values.host.trim(), values.user.trim(), Number(values.port)]
      const { folder } = readServerPath(values.path)
      const hostKey = values.hostKey || null
      return { place: { kind: 'sftp', host, port, user, folder, login: values.login, hostKey }, pattern }
    }
  }
}

type Field = keyof WatchValues & string

const required: Readonly<Record<WatchValues['kind'], readonly Field[]>> = {
  folder: ['path'],
  s3: ['bucket', 'region', 'keyId'],
  sftp: ['host', 'port', 'user'],
  line_chat: [],
}

/** Fields that a kind of place needs, and that are empty. */
export const lackedOf = (values: WatchValues): Field[] =>
  required[values.kind].filter((field) => String(values[field]).trim() === '')

/** Patterns of the contract. */
const patterns: Partial<Record<WatchValues['kind'], Partial<Record<Field, RegExp>>>> = {
  s3: {
    endpoint: /^(https?:\/\/[^\s/?#@\\]+\/*)?$/,
    region: /^[a-z0-9-]{1,40}$/,
    bucket: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  },
  sftp: { host: /^[A-Za-z0-9.:_-]{1,253}$/, port: /^[1-9]\d{0,4}$/ },
}

/** True if a field of the chosen kind of place is not written as it has to be. */
export const isWrong = (field: Field, values: WatchValues): boolean =>
  patterns[values.kind]?.[field]?.test(String(values[field]).trim()) === false

/** True for places that are opened with a password or key. */
export const hasSecret = ({ kind }: Pick<WatchValues, 'kind'>) => kind === 's3' || kind === 'sftp'

/** Secrets that were typed, for a place that has them. */
export function secretsOf({ kind, login, secret, passphrase }: WatchValues): Pick<SentWatch, 'secret' | 'passphrase'> {
  if (!hasSecret({ kind }) || secret === '') return {}
  return kind === 'sftp' && login === 'key' && passphrase !== '' ? { secret, passphrase } : { secret }
}

type SentWatch = Sending<typeof watches.create>['body']

export function bodyOf(values: WatchValues): SentWatch {
  const { name, dataSourceId, looks, everyMinutes, afterHour, dueHour, closedDays, terms, lineNotice } = values
  return {
    name: name.trim(),
    ...placeOf(values),
    ...secretsOf(values),
    dataSourceId: Number(dataSourceId),
    schedule: {
      looks: looks === 'after' ? { afterHour: Number(afterHour) } : { everyMinutes: Number(everyMinutes) },
      dueHour: dueHour === '' ? null : Number(dueHour),
      closedDays,
    },
    terms,
    lineNotice,
  }
}
