import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { useEffect, useRef, useState } from 'react'
import { call, type Sending } from '../../data/api.ts'
import { ApiError } from '../../data/request.ts'
import { refreshRights } from '../../data/session.ts'
import { currentOf } from '../../data/stale.ts'
import { type Menu, type MenuDraft, type MenuPart, menuParts } from './menu.ts'

/** Milliseconds after the last change until a draft is saved. */
const SAVE_MS = 700

const draftOf = (menu: Menu): MenuDraft =>
  Object.fromEntries(menuParts.map((part) => [part, menu[part]])) as unknown as MenuDraft

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const changedParts = (draft: MenuDraft, saved: MenuDraft) => menuParts.filter((part) => !same(draft[part], saved[part]))

interface Conflict {
  part: MenuPart
  take: () => void
}

/**
 * Changes of a menu that save themselves and wait until the menu is used. An edit over an older version is merged part by part; parts that
 * both changed are offered.
 */
export function useMenuDraft(menu: Menu, readOnly: boolean) {
  const [base, setBase] = useState(menu)
  const [draft, setDraft] = useState(() => draftOf(menu))
  // As it was typed: the server may answer another form, such as a trimmed name.
  const [savedDraft, setSavedDraft] = useState(draft)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string>()
  const [conflicts, setConflicts] = useState<Conflict[]>([])
  // Saves come one after the other, each over the version that the one before answered.
  const now = useRef({ base, draft, savedDraft })
  const last = useRef<Promise<unknown>>(Promise.resolve())
  now.current.draft = draft
  const isDirty = changedParts(draft, savedDraft).length > 0

  function keep(saved: Menu, typed: MenuDraft) {
    Object.assign(now.current, { base: saved, savedDraft: typed })
    setBase(saved)
    setSavedDraft(typed)
  }

  /** Merges another person's version into the local changes. Returns true if both changed a part. */
  function merge(theirs: Menu): boolean {
    const { base: seen, draft: mine, savedDraft: before } = now.current
    const changed = changedParts(mine, before)
    const both = changed.filter((part) => !same(theirs[part], seen[part]) && !same(theirs[part], mine[part]))
    const merged = { ...draftOf(theirs), ...Object.fromEntries(changed.map((part) => [part, mine[part]])) }
    now.current.draft = merged
    setDraft(merged)
    keep(theirs, draftOf(theirs))
    setConflicts(
      both.map((part) => ({
        part,
        take: () => {
          setDraft((kept) => ({ ...kept, [part]: theirs[part] }))
          setConflicts((left) => left.filter((one) => one.part !== part))
        },
      })),
    )
    return both.length > 0
  }

  async function saveNow(): Promise<Menu | undefined> {
    setSaving(true)
    setError(undefined)
    try {
      for (;;) {
        const { base: seen, draft: mine, savedDraft: before } = now.current
        const changed = changedParts(mine, before)
        if (changed.length === 0) return seen
        const parts = Object.fromEntries(changed.map((part) => [part, mine[part]]))
        try {
          const body = { ...parts, originTime: seen.updatedAt } as Sending<typeof richMenus.update>['body']
          const saved = await call(richMenus.update, { params: { id: seen.id }, body })
          keep(saved, mine)
          return saved
        } catch (refused) {
          if (!(refused instanceof ApiError)) throw refused
          if (refused.name === 'forbidden') await refreshRights().catch(() => undefined)
          if (refused.name !== 'stale_edit') setError(refused.message)
          else if (!merge(currentOf(richMenus.update)(refused))) continue
          return undefined
        }
      }
    } finally {
      setSaving(false)
    }
  }

  /** Saves what changed. Returns the menu, or undefined if it was refused. */
  function save(): Promise<Menu | undefined> {
    const turn = last.current.then(saveNow)
    last.current = turn.catch(() => undefined)
    return turn
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins the wait again
  useEffect(() => {
    if (!isDirty || saving || error || readOnly) return
    const timer = setTimeout(() => void save(), SAVE_MS)
    return () => clearTimeout(timer)
  }, [draft, isDirty, saving, error, readOnly])

  const change = (parts: Partial<MenuDraft>) => {
    setError(undefined)
    setDraft((mine) => ({ ...mine, ...parts }))
  }
  /** Takes the answer of another call, such as publishing, as the version that is edited. */
  const take = (answer: Menu) => keep(answer, now.current.savedDraft)
  return { base, draft, change, save, take, saving, isDirty, error, conflicts }
}

export type MenuEdit = ReturnType<typeof useMenuDraft>
