import { Button, TextInput } from '@mantine/core'
import { richMenuLimits } from '@ruam/contract/channels/rich-menu.ts'
import { IconCheck, IconTrash } from '@tabler/icons-react'
import rich from '../../broadcasts/rich/Rich.module.css'
import { useWords } from '../../data/text.ts'
import areaStyles from '../../ui/areas/Areas.module.css'
import { areaText } from '../../ui/areas/area-text.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import { ActionField } from './ActionField.tsx'
import { actionKinds } from './action-kinds.ts'
import styles from './MenuEdit.module.css'
import type { Menu, MenuAction, MenuArea } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'
import type { MenuThings } from './use-menu-things.ts'

interface AreaActionProps {
  area: MenuArea
  index: number
  account: AccountRow | undefined
  things: MenuThings
  /** Words about the fault of a field of the area: '.label', '' for the area. */
  fault: (field: string) => string | undefined
  taps: Menu['areaTaps'][number] | undefined
  /** Taps that LINE counted, if it shows them. */
  lineTaps: number | undefined
  onChange: (area: MenuArea) => void
  onRemove: () => void
}

/** The selected area: its name, and what a tap on it does. */
export function AreaAction({
  area,
  index,
  account,
  things,
  fault,
  taps,
  lineTaps,
  onChange,
  onRemove,
}: AreaActionProps) {
  const e = useWords(menuEditText)
  const a = useWords(areaText)
  const { letter, label, action } = area
  const at = `areas.${index}`
  // The chat shows the name as what the customer said.
  const isSaid = action?.type === 'answer' || action?.type === 'coupon'
  const put = (next: MenuAction, name = '') =>
    onChange({ ...area, action: next, label: label || name.slice(0, richMenuLimits.label) })
  return (
    <fieldset className={styles.open} aria-label={a.area({ letter })}>
      <div className={styles.named}>
        <b className={areaStyles.letter} data-selected aria-hidden="true">
          {letter}
        </b>
        <TextInput
          aria-label={a.labelOf({ letter })}
          placeholder={a.area({ letter })}
          name={`${at}.label`}
          maxLength={richMenuLimits.label}
          value={label}
          error={fault('.label')}
          onChange={(event) => onChange({ ...area, label: event.currentTarget.value })}
        />
        <Button variant="subtle" aria-label={a.removeOf({ letter })} onClick={onRemove}>
          <IconTrash size={16} stroke={1.6} />
        </Button>
      </div>
      <div role="radiogroup" aria-label={a.doesOf({ letter })} className={styles.kinds}>
        {Object.entries(actionKinds).map(([kind, { icon: Icon, blank }], place) => (
          <label key={kind} data-chosen={action?.type === kind || undefined}>
            <input
              type="radio"
              name={`${at}.kind`}
              data-path={place === 0 ? `${at}.action` : undefined}
              checked={action?.type === kind}
              onChange={() => onChange({ ...area, action: blank })}
            />
            <Icon size={16} stroke={1.6} aria-hidden />
            {e[kind as MenuAction['type']]}
            {action?.type === kind && <IconCheck size={16} stroke={1.8} aria-hidden />}
          </label>
        ))}
      </div>
      {fault('.action') && <p className={styles.fault}>{fault('.action')}</p>}
      {action && (
        <ActionField
          action={action}
          letter={letter}
          at={`${at}.action`}
          account={account}
          things={things}
          fault={(field) => fault(`.action.${field}`)}
          onChange={put}
        />
      )}
      {isSaid && <p className={rich.quiet}>{e.labelHint}</p>}
      {fault('') && <p className={styles.fault}>{fault('')}</p>}
      {taps && <p className={rich.quiet}>{e.tapped({ count: taps.people })}</p>}
      {lineTaps !== undefined && <p className={rich.quiet}>{e.lineCounted({ count: lineTaps })}</p>}
    </fieldset>
  )
}
