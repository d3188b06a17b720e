import { mending } from '@ruam/contract/imports/mending.ts'
import { implement } from '../../http/implement.ts'
import { cellsOf, type MendedCell, textOf } from '../mended/cells.ts'
import { replacer, ruleKey } from '../mended/rules.ts'
import { changed, mendable, nextChange, rulesFor, storeChange } from './changes.ts'
import { listCells } from './list-cells.ts'
import { mendedSource, stateOf } from './mended-source.ts'
import { viewCells, viewMending } from './views.ts'

/** Column of a group, from 1. */
const columnOf = (id: string | undefined) => (id === undefined ? undefined : Number(id))

export const mendingRoutes = implement(mending, {
  async open(context) {
    const { core, db, storeId, params, language } = context
    await listCells(db, core.storage, storeId, await mendable({ ...context, audit: async () => {} }))
    return viewMending(context, await mendedSource(db, storeId, params.id, language))
  },

  async get(context) {
    const { db, storeId, params, language } = context
    return viewMending(context, await mendedSource(db, storeId, params.id, language))
  },

  async cells({ query, ...context }) {
    const { db, storeId, params, language } = context
    return viewCells(context, await mendedSource(db, storeId, params.id, language), query)
  },

  async set({ body, ...context }) {
    const { db, storeId, fail } = context
    const of = await mendable(context)
    const change = nextChange(of)
    const at = { column_no: Number(body.source_schema_id), rows: [body.record_no] }
    const [cell] = await cellsOf(db, storeId, of.mended, at)
    if (!cell) throw fail('not_found')
    if (body.text === textOf(cell)) return storeChange(context, of, [])
    if (body.text === null || body.text === cell.value) return storeChange(context, of, [{ ...cell, changes: [] }])
    return storeChange(context, of, [changed(cell, change, body.text)], { change })
  },

  async replace({ body, ...context }) {
    const { db, storeId } = context
    const { find, whole, replacement, remember, reason } = body
    const of = await mendable(context)
    const change = nextChange(of)
    const choice = { column_no: columnOf(body.source_schema_id), reason, unread: true }
    const replace = replacer({ find, whole }, replacement)
    const cells = (await cellsOf(db, storeId, of.mended, choice)).flatMap((cell) => {
      const text = replace(textOf(cell))
      const rule = remember ? ruleKey({ source_schema_id: String(cell.column_no), find, whole }) : null
      return text === undefined ? [] : [changed(cell, change, text, rule)]
    })
    const rules = remember ? rulesFor(of.rules, cells, { find, replacement, whole }) : of.rules
    return storeChange(context, of, cells, { rules, change: cells.length > 0 ? change : null })
  },

  async suggest({ body, ...context }) {
    const { db, storeId } = context
    const of = await mendable(context)
    const change = nextChange(of)
    const choice = { column_no: columnOf(body.source_schema_id), reason: body.reason, unread: true, suggested: true }
    const found = await cellsOf(db, storeId, of.mended, choice)
    const cells = found.map((cell) => changed(cell, change, cell.suggestion!))
    return storeChange(context, of, cells, { change: cells.length > 0 ? change : null })
  },

  async undo({ body, ...context }) {
    const { db, storeId } = context
    const of = await mendable(context)
    stateOf(of)
    const found = await cellsOf(db, storeId, of.mended, { change: body.change })
    const without = ({ changes, ...cell }: MendedCell): MendedCell => ({
      ...cell,
      changes: changes.filter(([change]) => change !== body.change),
    })
    const cells = found.map(without)
    const undone = new Set(
      found.flatMap(({ changes }) => changes.flatMap(([no, , rule]) => (no === body.change ? (rule ?? []) : []))),
    )
    const mended = await cellsOf(db, storeId, of.mended, { mended: true })
    const others = mended.filter(({ changes }) => changes.at(-1)![0] !== body.change)
    const used = new Set([...others, ...cells].flatMap(({ changes }) => changes.at(-1)?.[2] ?? []))
    const rules = of.rules.filter((rule) => !undone.has(ruleKey(rule)) || used.has(ruleKey(rule)))
    return storeChange(context, of, cells, { rules: rules.length < of.rules.length ? rules : of.rules })
  },

  async forget({ body, ...context }) {
    const { db, storeId } = context
    const of = await mendable(context)
    const key = ruleKey(body)
    const cells = (await cellsOf(db, storeId, of.mended, { rule: key })).map((cell) => ({
      ...cell,
      changes: cell.changes.filter(([, , rule]) => rule !== key),
    }))
    const rules = of.rules.filter((rule) => ruleKey(rule) !== key)
    return storeChange(context, of, cells, { rules: rules.length < of.rules.length ? rules : of.rules })
  },
})
