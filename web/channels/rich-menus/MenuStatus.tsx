import { Button } from '@mantine/core'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { IconAlertCircle, IconCircleCheck, IconCircleMinus, IconClock, IconPencil } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { alerts } from '../../ui/alerts.ts'
import { type MenuSummary, timeOf } from './menu.ts'
import { menuText } from './menu-text.ts'
import styles from './RichMenus.module.css'

const faults = { deleted_at_line: 'deletedAtLine', picture_refused: 'pictureRefused', refused: 'refused' } as const

type Shown = Pick<MenuSummary, 'id' | 'status' | 'fault' | 'pending' | 'hasDraft' | 'startsAt' | 'endsAt'>

/** The state of a menu in a word with its icon; undefined while it says nothing more than its time. */
function stateOf(menu: Shown) {
  if (menu.fault !== null) return { icon: IconAlertCircle, tone: 'bad', word: faults[menu.fault] } as const
  if (menu.status === 'draft') return { icon: IconPencil, tone: 'quiet', word: 'draft' } as const
  if (menu.status === 'off') return { icon: IconCircleMinus, tone: 'quiet', word: 'off' } as const
  const time = timeOf(menu)
  if (time === 'over') return { icon: IconCircleMinus, tone: 'quiet', word: 'over' } as const
  if (time === 'later') return { icon: IconClock, tone: 'quiet', word: 'later' } as const
  if (menu.pending) return { icon: IconClock, tone: 'quiet', word: 'making' } as const
  return { icon: IconCircleCheck, tone: 'good', word: 'inUse' } as const
}

/** The state of a menu, its time, and the way to make it again at LINE. */
export function MenuStatus({ menu, mayEdit }: { menu: Shown; mayEdit: boolean }) {
  const t = useWords(menuText)
  const format = useFormat()
  const recreate = useWrite(richMenus.recreate)
  const { icon: Icon, tone, word } = stateOf(menu)
  const again = () =>
    recreate.mutate({ params: { id: menu.id } }, { onSuccess: () => alerts.success(t.recreated, { id: 'recreated' }) })
  return (
    <div className={styles.status} data-tone={tone}>
      <span>
        <Icon size={16} stroke={1.6} />
        {word === 'later' ? t.later({ day: format.date(menu.startsAt) }) : t[word]}
      </span>
      {menu.endsAt && word === 'inUse' && <small>{t.until({ day: format.date(menu.endsAt) })}</small>}
      {menu.hasDraft && menu.status === 'in_use' && <small>{t.changed}</small>}
      {menu.fault !== null && mayEdit && (
        <Button size="xs" loading={recreate.isPending} onClick={again}>
          {t.recreate}
        </Button>
      )}
    </div>
  )
}
