import type { RunKind } from '@ruam/contract/imports/status.ts'
import type pg from 'pg'
import { millionths } from '../orders/money.ts'
import type { PlannedLines, RowOrder } from '../orders/planned-lines.ts'
import { type OrderLine, writeLines } from '../orders/write-lines.ts'
import type { AddedActivities } from './added-activities.ts'
import { reaches } from './decide.ts'
import type { RowDecision } from './decided-rows.ts'
import type { Plan } from './plan.ts'

/**
 * Writes the lines of a batch's orders. Rows of orders that another source has keep their customer, and are marked as
 * standing for the purchase there.
 */
export async function addLines(
  client: pg.ClientBase,
  storeId: number,
  run: { id: number; kind: RunKind },
  plan: Plan,
  decisions: readonly RowDecision[],
): Promise<AddedActivities> {
  const activity = plan.activity!
  const lines = activity.lines!
  const rows = decisions.flatMap((decision): OrderLine[] => {
    const { order, activity } = decision
    if (!order || !activity || !reaches(plan, decision)) return []
    const pieces = order.pieces === null ? null : millionths(order.pieces)
    return [
      { ...order, ...sumOf(lines, order), pieces, no: decision.no, profile: decision.entry!.id!, at: activity.at },
    ]
  })
  if (rows.length === 0) return { added: new Set(), met: new Map() }
  const target = {
    ...{ storeId, run: { id: run.id, dry: run.kind === 'dry' }, earlier: activity.earlier, typeId: activity.typeId },
    ...{ source: lines.source, amountField: lines.amount.field, itemField: lines.item?.field ?? null },
    ...{ orderField: lines.orderField, addsElsewhere: lines.addsElsewhere, timeZone: lines.timeZone },
    surveyed: lines.survey !== undefined,
  }
  const { made, lined, met, elsewhere } = await writeLines(client, target, rows)
  const there = new Map(lines.addsElsewhere ? [] : elsewhere)
  for (const decision of decisions)
    if (there.has(decision.no))
      decision.error = { failure: 'order_elsewhere', column: 0, value: decision.order!.number }
  return { added: new Set(made), replaced: new Set(lined), met: there, metLines: new Map(met) }
}

/** The cost of an order by the whole file, or by the row alone if the file was not surveyed. */
function sumOf({ survey, hasTotals }: PlannedLines, { key, amount }: RowOrder) {
  const order = survey ? survey.index.find(key) : -1
  const sum = order < 0 ? millionths(amount ?? 0) : hasTotals ? survey!.total(0, order) : survey!.lineSum(0, order)
  return {
    amount: hasTotals || amount === null ? null : millionths(amount),
    sum,
    total: hasTotals && (order >= 0 || amount !== null) ? sum : null,
  }
}
