import { IconGripVertical, IconLock } from '@tabler/icons-react'
import { mediaAddress } from '../../broadcasts/broadcast.ts'
import { SegmentName } from '../../customers/segments/SegmentName.tsx'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { RouteLink } from '../../ui/route.tsx'
import type { useDragOrder } from '../../ui/use-drag-order.ts'
import { MenuOptions } from './MenuOptions.tsx'
import { MenuStatus } from './MenuStatus.tsx'
import type { MenuList, MenuSummary } from './menu.ts'
import { menuText } from './menu-text.ts'
import styles from './RichMenus.module.css'

interface MenuRowProps {
  menu: MenuSummary
  list: MenuList
  /** From 1; undefined for the default menu. */
  place: number | undefined
  /** The phone shows it. */
  isShown: boolean
  mayEdit: boolean
  handle?: ReturnType<ReturnType<typeof useDragOrder>['handleOf']> | undefined
  /** The edge that a dragged row comes to. */
  over?: 'above' | 'below' | undefined
  isDragged?: boolean
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
  onShow: (id: number) => void
  onCopy: (id: number) => void
}

/** One menu of the list. */
export function MenuRow(props: MenuRowProps) {
  const { menu, place, isShown, mayEdit, handle, over, isDragged, onUp, onDown, onShow, onCopy } = props
  const t = useWords(menuText)
  const { id, name, size, picture, taps, friends } = menu
  return (
    <li
      className={styles.row}
      aria-current={isShown || undefined}
      data-over={over}
      data-dragged={isDragged || undefined}
    >
      <span className={styles.place}>
        {place === undefined && <IconLock size={16} stroke={1.6} aria-hidden />}
        {handle && (
          <button type="button" className={styles.handle} aria-label={t.handle({ name, place: place! })} {...handle}>
            <IconGripVertical size={16} stroke={1.6} />
          </button>
        )}
        {place}
      </span>
      <button
        type="button"
        className={styles.thumb}
        data-size={size}
        aria-label={t.show({ name })}
        aria-pressed={isShown}
        onClick={() => onShow(id)}
      >
        {picture && <img src={mediaAddress(picture.name)} alt="" loading="lazy" />}
      </button>
      <div className={styles.named}>
        <RouteLink to="rich-menu" params={{ menuId: id }}>
          {name}
        </RouteLink>
        <span className={styles.segments}>
          <Segments menu={menu} />
        </span>
      </div>
      <div className={styles.gets}>
        <span className={styles.head}>{t.gets}</span>
        <strong>
          <Loaded of={friends === null ? null : t.people({ count: friends })} />
        </strong>
        <span>{countedOf(t, props)}</span>
      </div>
      <div className={styles.taps}>
        <span className={styles.head}>{t.taps}</span>
        <span>{taps.share === null ? formatNumber(taps.people) : `${taps.share.toFixed(1)}%`}</span>
        <span>{taps.share !== null && t.people({ count: taps.people })}</span>
      </div>
      <MenuStatus menu={menu} mayEdit={mayEdit} />
      <MenuOptions menu={menu} mayEdit={mayEdit} onUp={onUp} onDown={onDown} onCopy={onCopy} />
    </li>
  )
}

/** Segments whose members get the menu. */
function Segments({ menu: { isDefault, labels } }: { menu: MenuSummary }) {
  const t = useWords(menuText)
  if (isDefault) return t.restEveryone
  if (labels.length === 0) return <em>{t.noSegment}</em>
  const named = labels.flatMap(({ id, name, color, deleted }) =>
    name && color && !deleted ? [{ id, name, color }] : [],
  )
  const hidden = labels.filter(({ name, deleted }) => name === null && !deleted).length
  const gone = labels.some(({ deleted }) => deleted)
  return (
    <>
      {named.map(({ id, name, color }) => (
        <span key={id} className={styles.chip}>
          <SegmentName segment={{ name, color, type: 'advanced' }} />
        </span>
      ))}
      {hidden > 0 && t.hiddenSegments({ count: hidden })}
      {gone && <em data-fault>{t.segmentGone}</em>}
    </>
  )
}

/** Number of friends whom a menu fits, and of those whom an earlier one took. */
function countedOf(t: ReturnType<(typeof menuText)['in']>, { menu, list, place }: MenuRowProps): string {
  const { friends, fits, isDefault } = menu
  if (friends === null) return ''
  if (isDefault)
    return list.unknownFriends > 0
      ? [
          t.customers({ count: Math.max(0, friends - list.unknownFriends) }),
          t.unknown({ count: list.unknownFriends }),
        ].join(' · ')
      : ''
  if (fits === null) return ''
  const lost = fits - friends
  const places = place === 2 ? '1' : `1–${(place ?? 2) - 1}`
  return [t.fits({ count: fits }), lost > 0 && place && place > 1 && t.lost({ count: lost, places })]
    .filter(Boolean)
    .join(' · ')
}
