/** Locks of a step on a table that was there before: `all` (ACCESS EXCLUSIVE) holds readers and writers up, `writes` (SHARE) only writers. */
export interface TableLock {
  table: string
  lock: 'all' | 'writes'
}

/** Table of a statement built at run time, which cannot be read from its text. */
export const UNKNOWN = '(any)'

const FUNCTION = /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure)\b[\s\S]*?(\$\w*\$)[\s\S]*?\1/gi
const NAME = '(?:public\\.)?"?(\\w+)"?'
const patterns: readonly [RegExp, TableLock['lock']][] = [
  [new RegExp(`\\balter\\s+table\\s+(?:if\\s+exists\\s+)?(?:only\\s+)?${NAME}`, 'gi'), 'all'],
  [new RegExp(`\\bdrop\\s+table\\s+(?:if\\s+exists\\s+)?${NAME}`, 'gi'), 'all'],
  [new RegExp(`\\btruncate\\s+(?:table\\s+)?${NAME}`, 'gi'), 'all'],
  [new RegExp(`\\block\\s+table\\s+${NAME}`, 'gi'), 'all'],
  [new RegExp(`\\b(?:create|alter|drop)\\s+policy\\s+(?:if\\s+exists\\s+)?\\w+\\s+on\\s+${NAME}`, 'gi'), 'all'],
  [new RegExp(`\\bdrop\\s+trigger\\s+(?:if\\s+exists\\s+)?\\w+\\s+on\\s+${NAME}`, 'gi'), 'all'],
  [/\bselect\s+(?:wall|opened_to_sql_logins)\(\s*'(\w+)'/gi, 'all'],
  [new RegExp(`\\bcreate\\s+(?:constraint\\s+)?trigger\\s+\\w+\\s[^;]*?\\bon\\s+${NAME}`, 'gi'), 'writes'],
  [new RegExp(`\\bcreate\\s+(?:unique\\s+)?index\\s+(?!concurrently)[^;(]*?\\bon\\s+${NAME}`, 'gi'), 'writes'],
  [new RegExp(`\\breferences\\s+${NAME}`, 'gi'), 'writes'],
]
/** Changes of tables that are built at run time. */
const DYNAMIC = /\bexecute\b[^;]*\b(?:alter\s+table|create\s+(?:policy|trigger|index)|drop\s+(?:table|policy|trigger))/i

/** Returns the tables that a step of a migration locks, except those that its file creates, which nothing uses yet. */
export function locksOf(step: string, file = step): TableLock[] {
  const statements = (text: string) => text.replace(/--[^\n]*/g, '').replace(FUNCTION, '')
  const created = new Set(
    [...statements(file).matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(?:public\.)?(\w+)/gi)].map(
      ([, name]) => name!,
    ),
  )
  const text = statements(step)
  const locks = new Map<string, TableLock['lock']>()
  for (const [pattern, lock] of patterns)
    for (const [, table] of text.matchAll(pattern))
      if (!created.has(table!) && locks.get(table!) !== 'all') locks.set(table!, lock)
  if (DYNAMIC.test(text)) locks.set(UNKNOWN, 'all')
  return [...locks].map(([table, lock]) => ({ table, lock })).sort((a, b) => (a.table < b.table ? -1 : 1))
}
