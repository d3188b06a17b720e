import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { type ComponentProps, useId, useState } from 'react'
import { useWords } from '../data/text.ts'
import { RouteLink, useTitles } from '../ui/route.tsx'
import { shell } from '../ui/shell-words.ts'
import { Logo, Mark } from './Logo.tsx'
import type { MenuGroup } from './menu.ts'
import styles from './SideMenu.module.css'

interface SideMenuProps {
  groups: readonly MenuGroup[]
  folded: boolean
  /** Without it the menu can't be folded. */
  onFold?: () => void
}

/** The side menu: groups that open and close, or icons with a small menu each. */
export function SideMenu({ groups, folded, onFold }: SideMenuProps) {
  const t = useWords(shell)
  const Fold = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav className={styles.menu} data-folded={folded} aria-label={onFold && t.menu}>
      <div className={styles.head}>{folded ? <Mark /> : <Logo />}</div>
      <div className={styles.groups}>
        {groups.map((group) =>
          folded ? <Flyout key={group.title} {...group} /> : <Group key={group.title} {...group} />,
        )}
      </div>
      {onFold && (
        <button type="button" className={styles.fold} onClick={onFold} aria-label={folded ? t.unfold : undefined}>
          <Fold size={18} stroke={1.6} />
          {!folded && t.fold}
        </button>
      )}
    </nav>
  )
}

/** A link of the menu, marked where it stands for the screen that is open. */
function MenuLink({ of, tabs = [], ...props }: ComponentProps<typeof RouteLink> & Pick<MenuGroup, 'of' | 'tabs'>) {
  const here = useMatches({ select: (matches) => matches.at(-1)?.staticData.menu })
  const isHere = [of ?? props.to, props.to, ...tabs].some((to) => to === here)
  return <RouteLink {...props} aria-current={isHere ? 'page' : undefined} />
}

function Entries({ entries }: Pick<MenuGroup, 'entries'>) {
  const titled = useTitles()
  return (
    <ul className={styles.entries}>
      {entries.map(({ title, to, of }) => (
        <li key={to}>
          <MenuLink to={to} of={of} className={styles.entry}>
            {titled(title)}
          </MenuLink>
        </li>
      ))}
    </ul>
  )
}

function Group({ title, icon: Icon, to, of, tabs, entries }: MenuGroup) {
  const titled = useTitles()
  const [open, setOpen] = useState(true)
  if (entries.length === 0 && to) {
    return (
      <MenuLink {...{ to, of, tabs }} className={styles.group}>
        <Icon size={18} stroke={1.6} />
        {titled(title)}
      </MenuLink>
    )
  }
  return (
    <div>
      <button type="button" className={styles.group} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon size={18} stroke={1.6} />
        {titled(title)}
        <IconChevronDown className={styles.chevron} size={14} stroke={1.6} />
      </button>
      {open && <Entries entries={entries} />}
    </div>
  )
}

function Flyout({ title, icon: Icon, to, of, tabs, entries }: MenuGroup) {
  const titled = useTitles()
  const id = useId()
  if (entries.length === 0 && to) {
    return (
      <MenuLink {...{ to, of, tabs }} className={styles.icon} title={titled(title)}>
        <Icon size={18} stroke={1.6} />
      </MenuLink>
    )
  }
  return (
    <>
      <button
        type="button"
        className={styles.icon}
        popoverTarget={id}
        title={titled(title)}
        onClick={({ currentTarget }) => {
          const flyout = document.getElementById(id)
          if (flyout) flyout.style.top = `${currentTarget.getBoundingClientRect().top}px`
        }}
      >
        <Icon size={18} stroke={1.6} />
      </button>
      {/* biome-ignore lint/a11y: a link inside is what is pressed; the click closes the flyout behind it */}
      <div
        id={id}
        popover="auto"
        className={styles.flyout}
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('a')) currentTarget.hidePopover()
        }}
      >
        <strong>{titled(title)}</strong>
        <Entries entries={entries} />
      </div>
    </>
  )
}
