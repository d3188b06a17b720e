import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { useEffect, useState } from 'react'
import { call } from '../data/api.ts'
import { ApiError } from '../data/request.ts'
import { currentOf } from '../data/stale.ts'
import type { Broadcast } from './broadcast.ts'

const keys = [
  ...(['name', 'channel', 'purposeId', 'target', 'messages', 'quickReplies', 'stopReply', 'schedule'] as const),
  'notificationDisabled' as const,
]
type Part = (typeof keys)[number]
export type Draft = Pick<Broadcast, Part>

/** Milliseconds after the last change until a draft is saved. */
const SAVE_MS = 700

const draftOf = (broadcast: Broadcast): Draft =>
  Object.fromEntries(keys.map((key) => [key, broadcast[key]])) as unknown as Draft

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const changedKeys = (draft: Draft, base: Broadcast) => keys.filter((key) => !same(draft[key], base[key]))

/** Returns the parts as a call takes them. */
function sentOf(draft: Draft, parts: readonly Part[]): Record<string, unknown> {
  const sent = Object.fromEntries(parts.map((key) => [key, draft[key]])) as Record<string, unknown>
  if (sent.channel) sent.channel = { type: draft.channel!.type, channelId: draft.channel!.channelId }
  return sent
}

interface Conflict {
  part: Part
  take: () => void
}

/** A draft that saves itself. An edit over an older version is merged part by part; parts that both changed are offered. */
export function useDraft(broadcast: Broadcast) {
  const [base, setBase] = useState(broadcast)
  const [draft, setDraft] = useState(() => draftOf(broadcast))
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const [conflicts, setConflicts] = useState<Conflict[]>([])
  const changed = changedKeys(draft, base)
  const isDirty = changed.length > 0

  function merge(theirs: Broadcast) {
    const both = changed.filter((key) => !same(theirs[key], base[key]) && !same(theirs[key], draft[key]))
    setDraft((mine) => ({ ...draftOf(theirs), ...Object.fromEntries(changed.map((key) => [key, mine[key]])) }))
    setBase(theirs)
    setConflicts(
      both.map((part) => ({
        part,
        take: () => {
          setDraft((mine) => ({ ...mine, [part]: theirs[part] }))
          setConflicts((left) => left.filter((one) => one.part !== part))
        },
      })),
    )
  }

  /** Saves what changed, and schedules it if asked. Returns the broadcast, or undefined if it was refused. */
  async function save(status: 'draft' | 'pending' = 'draft'): Promise<Broadcast | undefined> {
    setSaving(true)
    setError(undefined)
    try {
      const body = { ...sentOf(draft, changed), id: base.id, status, originTime: base.updatedAt }
      const saved = await call(broadcasts.update, { body } as never)
      setBase(saved)
      return saved
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      if (refused.name === 'stale_edit') merge(currentOf(broadcasts.update)(refused))
      else setError(refused.message)
      return undefined
    } finally {
      setSaving(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins the wait again
  useEffect(() => {
    if (!isDirty || saving || base.status !== 'draft') return
    const timer = setTimeout(() => void save(), SAVE_MS)
    return () => clearTimeout(timer)
  }, [draft, base, isDirty, saving])

  const change = (parts: Partial<Draft>) => {
    setError(undefined)
    setDraft((mine) => ({ ...mine, ...parts }))
  }
  return { base, draft, change, save, saving, isDirty, error, conflicts }
}
