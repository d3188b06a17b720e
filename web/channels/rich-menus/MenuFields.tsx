import { Switch, TextInput } from '@mantine/core'
import { richMenuLimits } from '@ruam/contract/channels/rich-menu.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { LabelsValue } from '../../customers/rules/LabelsValue.tsx'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './MenuEdit.module.css'
import { MenuTime } from './MenuTime.tsx'
import { type Menu, type MenuDraft, type MenuFault, reachedOf } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'
import { menuText } from './menu-text.ts'
import { useFaultWord } from './use-menu-missing.ts'

interface MenuFieldsProps {
  menu: Menu
  draft: MenuDraft
  faults: readonly MenuFault[]
  onChange: (parts: Partial<MenuDraft>) => void
}

/** Segments of a menu, its time span, and the bar that opens it. */
export function MenuFields({ menu, draft, faults, onChange }: MenuFieldsProps) {
  const e = useWords(menuEditText)
  const t = useWords(menuText)
  const wordAt = useFaultWord()
  const mayRead = useMayCall(labels.list)
  const known = useRead(labels.list, { query: { limit: -1 } }, { enabled: mayRead }).data?.data
  const { name, labelIds, chatBarText, opens } = draft
  const people = reachedOf(menu, draft)
  const nobody = wordAt(faults, 'label_ids')
  return (
    <div className={styles.fields}>
      <label htmlFor="menu-name">{e.name}</label>
      <TextInput
        id="menu-name"
        name="name"
        maxLength={100}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <span>{e.whoSees}</span>
      <div className={styles.who} data-path="label_ids" tabIndex={-1}>
        {menu.isDefault ? (
          e.everyoneElse
        ) : mayRead ? (
          <LabelsValue
            label={e.chooseSegments}
            labels={known ?? []}
            value={known ? labelIds : []}
            onChange={(ids) => onChange({ labelIds: ids })}
          />
        ) : (
          t.hiddenSegments({ count: labelIds.length })
        )}
        {people !== undefined && (menu.isDefault || labelIds.length > 0) && (
          <span className={styles.people}>{t.people({ count: people })}</span>
        )}
        {nobody && <p className={styles.fault}>{nobody}</p>}
      </div>
      <span>{e.time}</span>
      <MenuTime draft={draft} fault={wordAt(faults, 'ends_at')} onChange={onChange} />
      <label htmlFor="menu-bar">{e.barText}</label>
      <div className={styles.counted}>
        <TextInput
          id="menu-bar"
          name="chat_bar_text"
          maxLength={richMenuLimits.chatBarText}
          value={chatBarText}
          error={wordAt(faults, 'chat_bar_text')}
          onChange={(event) => onChange({ chatBarText: event.currentTarget.value })}
        />
        <span>{e.of({ used: chatBarText.length, most: richMenuLimits.chatBarText })}</span>
      </div>
      <span aria-hidden>{e.opens}</span>
      <Switch
        size="sm"
        aria-label={`${e.opens} ${e.opensText}`}
        label={e.opensText}
        checked={opens}
        onChange={(event) => onChange({ opens: event.currentTarget.checked })}
      />
    </div>
  )
}
