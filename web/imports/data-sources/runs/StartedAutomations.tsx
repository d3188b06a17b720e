import { automationImports } from '@ruam/contract/automations/imports.ts'
import { useRead } from '../../../data/api.ts'
import { useWords, words } from '../../../data/text.ts'
import { useMayCall } from '../../../ui/may.ts'
import { RouteLink } from '../../../ui/route.tsx'
import type { RunDetail } from '../use-source.ts'

const text = words({
  starts: ['เริ่มการทำงานอัตโนมัติ', 'Starts the automation'],
  atMost: ['ให้ไม่เกิน {count} ราย', 'for at most {count} customers', 'for at most {count} customer'],
  sends: ['มีข้อความถึงลูกค้า', 'with messages to them'],
})

/** Automations that files start, with the customers of this file who would enter. */
export function StartedAutomations({ run }: { run: RunDetail }) {
  const t = useWords(text)
  const may = useMayCall(automationImports.entrants)
  const { data } = useRead(automationImports.entrants, { params: { runId: run.runId } }, { enabled: may })
  return data?.data.map(({ automationId, name, atMost, sends }) => (
    <p key={automationId}>
      {t.starts}{' '}
      <RouteLink to="automation" params={{ automationId }}>
        {name}
      </RouteLink>{' '}
      <strong>{t.atMost({ count: atMost })}</strong>
      {sends && ` · ${t.sends}`}
    </p>
  ))
}
