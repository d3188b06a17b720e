import { richMenuInsight } from '@ruam/contract/channels/rich-menu-insight.ts'
import rich from '../../broadcasts/rich/Rich.module.css'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import areaStyles from '../../ui/areas/Areas.module.css'
import { areaText } from '../../ui/areas/area-text.ts'
import { useMayCall } from '../../ui/may.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import { AreaAction } from './AreaAction.tsx'
import { actionKinds } from './action-kinds.ts'
import styles from './MenuEdit.module.css'
import type { Menu, MenuArea, MenuDraft, MenuFault } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'
import { useFaultWord } from './use-menu-missing.ts'
import { useMenuThings } from './use-menu-things.ts'

/** LINE counts a day at a time, and answers few such calls. */
const INSIGHT_MS = 3_600_000

interface MenuActionsProps {
  menu: Menu
  draft: MenuDraft
  account: AccountRow | undefined
  faults: readonly MenuFault[]
  selected: number
  onSelect: (index: number) => void
  onChange: (areas: MenuArea[]) => void
}

/** The action of each area in a line; that of the selected one is open. */
export function MenuActions({ menu, draft, account, faults, selected, onSelect, onChange }: MenuActionsProps) {
  const e = useWords(menuEditText)
  const a = useWords(areaText)
  const wordAt = useFaultWord()
  const things = useMenuThings(menu)
  const { areas } = draft
  const mayInsight = useMayCall(richMenuInsight.get)
  const insight = useRead(
    richMenuInsight.get,
    { params: { id: menu.id } },
    { enabled: mayInsight && menu.status === 'in_use', staleTime: INSIGHT_MS },
  ).data
  return (
    <section className={rich.panel} aria-labelledby="menu-areas">
      <h2 id="menu-areas">{a.tapped}</h2>
      {areas.length === 0 && (
        <p
          className={faults.some(({ path }) => path === 'areas') ? styles.fault : rich.quiet}
          data-path="areas"
          tabIndex={-1}
        >
          {e.noAreas}
        </p>
      )}
      {areas.map((area, index) => {
        const { letter, label, action } = area
        const isOpen = index === selected
        const Icon = action && actionKinds[action.type].icon
        const isFaulty = faults.some(({ path }) => path.startsWith(`areas.${index}.`) || path === `areas.${index}`)
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: areas have no other key than their place
            key={index}
            className={styles.does}
          >
            {isOpen ? (
              <AreaAction
                area={area}
                index={index}
                account={account}
                things={things}
                fault={(field) => wordAt(faults, `areas.${index}${field}`)}
                lineTaps={insight?.areas?.find((one) => one.letter === letter)?.taps}
                taps={menu.areaTaps.find((one) => one.letter === letter)}
                onChange={(changed) => onChange(areas.with(index, changed))}
                onRemove={() => onChange(areas.toSpliced(index, 1))}
              />
            ) : (
              <button type="button" className={styles.closed} onClick={() => onSelect(index)}>
                <b className={areaStyles.letter}>{letter}</b>
                <span>
                  <span>{label || a.area({ letter })}</span>
                  <small data-fault={isFaulty || undefined}>
                    {Icon && <Icon size={14} stroke={1.6} aria-hidden />}
                    {things.said(action) ?? (isFaulty ? e.incomplete : e.noAction)}
                  </small>
                </span>
              </button>
            )}
          </div>
        )
      })}
      <p className={rich.quiet}>{menu.status === 'draft' ? e.tapsNone : e.tapsAll({ count: menu.taps.people })}</p>
      {insight && (
        <p className={rich.quiet}>
          {insight.areas
            ? e.lineCounts({ count: insight.areas.reduce((sum, { taps }) => sum + taps, 0) })
            : e.lineHides}
        </p>
      )}
    </section>
  )
}
