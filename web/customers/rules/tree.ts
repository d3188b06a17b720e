import { MAX_GROUP_RULES, MAX_RULE_DEPTH, MAX_RULE_GROUPS, MAX_RULES } from '@ruam/contract/customers/rules.ts'
import { type DraftGroup, type DraftItem, isGroup, rulesIn } from './draft.ts'

// A draft is one group of groups: the outermost is no group of the rule that is sent, its items are the first level.

/** Groups inside of each other, of an item. */
export const heightOf = (item: DraftItem): number => (isGroup(item) ? 1 + Math.max(0, ...item.items.map(heightOf)) : 0)

/** The groups that an item stands in, the outermost first, and itself; empty for one that is not there. */
export function pathTo(root: DraftGroup, key: number): DraftItem[] {
  if (root.key === key) return [root]
  for (const item of root.items) {
    if (item.key === key) return [root, item]
    const path = isGroup(item) ? pathTo(item, key) : []
    if (path.length > 0) return [root, ...path]
  }
  return []
}

/** The draft with another item in the place of one; undefined takes it away. */
export function replaced(
  root: DraftGroup,
  key: number,
  become: (item: DraftItem) => DraftItem | undefined,
): DraftGroup {
  const items = root.items.flatMap((item): DraftItem[] => {
    if (item.key === key) return [become(item) ?? []].flat()
    return [isGroup(item) ? replaced(item, key, become) : item]
  })
  return { ...root, items }
}

/** The draft without an item, and without the groups that it leaves empty; of the first level one stays. */
export function removed(root: DraftGroup, key: number): DraftGroup {
  const without = replaced(root, key, () => undefined)
  const swept = (group: DraftGroup): DraftGroup => ({
    ...group,
    items: group.items
      .map((item) => (isGroup(item) ? swept(item) : item))
      .filter((item) => !isGroup(item) || item.items.length > 0),
  })
  const items = swept(without).items
  return items.length > 0 ? { ...root, items } : { ...root, items: without.items.slice(0, 1) }
}

/** The draft with an item in a group, at a place of it or at its end. */
export function inserted(root: DraftGroup, groupKey: number, item: DraftItem, place?: number): DraftGroup {
  const put = (group: DraftGroup): DraftGroup => ({
    ...group,
    items: group.items.toSpliced(place ?? group.items.length, 0, item),
  })
  if (root.key === groupKey) return put(root)
  return replaced(root, groupKey, (group) => (isGroup(group) ? put(group) : group))
}

/** True if a group at this depth, 1 for the first level, can hold an item. */
const fits = (group: DraftGroup, depth: number, item: DraftItem) =>
  depth + heightOf(item) <= MAX_RULE_DEPTH && group.items.length < MAX_GROUP_RULES

/** True if a group can take another item. */
export function mayAdd(root: DraftGroup, groupKey: number, item: 'rule' | 'group' | DraftItem): boolean {
  const path = pathTo(root, groupKey)
  const group = path.at(-1)
  if (!group || !isGroup(group)) return false
  const more = typeof item === 'object' ? rulesIn(item).length : 1
  if (rulesIn(root).length + more > MAX_RULES) return false
  if (path.length === 1) return root.items.length < MAX_RULE_GROUPS && (typeof item !== 'object' || heightOf(item) <= 3)
  const height = item === 'rule' ? 0 : item === 'group' ? 1 : heightOf(item)
  return path.length - 1 + height <= MAX_RULE_DEPTH && group.items.length < MAX_GROUP_RULES
}

/** The draft with an item a step up or down: past a rule, into a group, out of the group it stands in. Itself where no way leads. */
export function moved(root: DraftGroup, key: number, by: -1 | 1): DraftGroup {
  const path = pathTo(root, key)
  const item = path.at(-1)
  const parent = path.at(-2)
  if (!item || !parent || !isGroup(parent)) return root
  const depth = path.length - 2
  const place = parent.items.indexOf(item)
  const beside = parent.items[place + by]
  if (beside) {
    if (depth > 0 && isGroup(beside) && fits(beside, depth + 1, item))
      return inserted(removed(root, key), beside.key, item, by < 0 ? undefined : 0)
    const items = parent.items.toSpliced(place, 1).toSpliced(place + by, 0, item)
    return parent === root ? { ...root, items } : replaced(root, parent.key, () => ({ ...parent, items }))
  }
  if (depth === 0) return root
  const outer = path.at(-3)
  if (depth > 1 && outer && isGroup(outer)) {
    if (!fits(outer, depth - 1, item)) return root
    const at = outer.items.indexOf(parent) + (by < 0 ? 0 : 1)
    const placed = inserted(root, outer.key, { ...item, key: -1 }, at)
    return replaced(removed(placed, key), -1, () => item)
  }
  const next = root.items[root.items.indexOf(parent) + by]
  if (!next || !isGroup(next) || !fits(next, 1, item)) return root
  return inserted(removed(root, key), next.key, item, by < 0 ? undefined : 0)
}
