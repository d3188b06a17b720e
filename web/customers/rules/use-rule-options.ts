import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { activities } from '@ruam/contract/customers/activities.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { type DataType, systemFields, type ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { createContext, useContext, useMemo } from 'react'
import { useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'
import { type ListField, useOwnFields, useSystemFields } from '../profiles/list-fields.ts'

/** A field of people or of activities, as rules are made about it. */
export interface RuleField {
  id: number
  /** As the call for known values takes it. */
  name: string
  title: string
  dataType: DataType
  kind?: ValueKind | undefined
  /** The only values of the field. */
  choices?: readonly string[] | undefined
}
export interface RuleLabel {
  id: number
  name: string
  color: string
  type: 'general' | 'advanced'
}
interface Named {
  id: number
  name: string
}

/** Subjects available to the person. */
export interface RuleOptions {
  system: readonly RuleField[]
  own: readonly RuleField[]
  /** Fields whose values the person may not see: named in rules of others, never offered. */
  closed: readonly RuleField[]
  labels: readonly RuleLabel[]
  types: readonly (Named & { fields: readonly RuleField[] })[]
  sources: readonly Named[]
  purposes: readonly Named[]
  /** LINE official accounts. */
  accounts: readonly Named[]
  /** Broadcasts that were sent, or are being sent. */
  broadcasts: readonly Named[]
  /** True once all reads succeeded or failed. */
  known: boolean
  /** Why something could not be read. */
  unread: string | undefined
}

const MINUTE = 60_000
const kinds = new Map(systemFields.map((field) => [field.id as number, field.kind]))
const none: readonly never[] = []
const all = { offset: 0, limit: 0 } as const

/** Reads everything that rules name; `enabled`: it is needed. */
export function useRuleOptions(enabled = true): RuleOptions {
  const may = {
    labels: useMayCall(labels.list),
    types: useMayCall(activities.types),
    sources: useMayCall(dataSources.list),
    purposes: useMayCall(consents.purposes),
    accounts: useMayCall(lineOa.all),
    broadcasts: useMayCall(broadcasts.list),
    profiles: useMayCall(profiles.query),
    sensitive: useMayCall(profiles.unmask),
  }
  const when = (asked: boolean) => ({ enabled: enabled && asked, staleTime: MINUTE })
  const system = useSystemFields()
  // Without the right to the field list, fields come from a customer.
  const somebody = useRead(profiles.query, { body: { limit: 1 } }, when(may.profiles && !may.types)).data
  const own = useOwnFields(enabled, somebody?.data[0]?.id)
  const labelRead = useRead(
    labels.list,
    { query: { offset: 0, limit: -1, sortBy: 'name', sortDirection: 'asc' } },
    when(may.labels),
  )
  const types = useRead(activities.types, { query: { ...all, sortBy: 'name', sortDir: 'asc' } }, when(may.types))
  const sources = useRead(
    dataSources.list,
    { query: { ...all, sortBy: 'updated_at', sortDir: 'desc' } },
    when(may.sources),
  )
  const purposes = useRead(consents.purposes, { query: all }, when(may.purposes))
  const accounts = useRead(lineOa.all, {}, when(may.accounts))
  const sent = useRead(
    broadcasts.list,
    { query: { ...all, status: 'published', sortBy: 'send_at', sortDir: 'desc' } },
    when(may.broadcasts),
  )
  const reads = [labelRead, types, sources, purposes, accounts, sent]
  const allowed = (field: ListField) => may.sensitive || !field.sensitive
  const shown = (field: ListField): RuleField => ({ ...field, kind: kinds.get(field.id) })
  const ownFields = own ?? (none as readonly ListField[])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions and rights say the same while these do
  return useMemo(
    () => ({
      system: system.filter(allowed).map(shown),
      own: ownFields.filter(allowed).map(shown),
      closed: [...system, ...ownFields].filter((field) => !allowed(field)).map(shown),
      labels: labelRead.data?.data ?? none,
      types: (types.data?.data ?? none).map(({ id, name, fields }) => ({
        id,
        name,
        fields: fields.map((field) => ({
          id: field.id,
          name: field.fieldName,
          title: field.displayName,
          dataType: field.dataType,
        })),
      })),
      sources: sources.data?.data ?? none,
      purposes: purposes.data?.data ?? none,
      accounts: accounts.data?.data ?? none,
      broadcasts: sent.data?.results ?? none,
      known:
        enabled &&
        reads.every(({ data, error, fetchStatus }) => data || error || fetchStatus === 'idle') &&
        (own !== undefined || (may.profiles && !may.types && somebody?.data.length === 0)),
      unread: reads.find(({ data, error }) => !data && error)?.error?.message,
    }),
    [
      enabled,
      may.sensitive,
      system,
      own,
      somebody,
      labelRead.data,
      types.data,
      sources.data,
      purposes.data,
      accounts.data,
      sent.data,
      ...reads.map(({ error }) => error),
    ],
  )
}

const OptionsContext = createContext<RuleOptions | undefined>(undefined)
export const RuleOptionsProvider = OptionsContext.Provider

/** The options of the builder around. */
export function useOptions(): RuleOptions {
  const options = useContext(OptionsContext)
  if (!options) throw new Error('There is no builder around')
  return options
}
