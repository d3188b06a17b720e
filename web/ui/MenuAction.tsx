import type { Icon } from '@tabler/icons-react'

interface MenuActionProps {
  icon: Icon
  label: string
  /** Closes the menu before anything replaces it. */
  close: () => void
  onAct: () => unknown
  danger?: boolean
  disabled?: boolean
  title?: string
}

/** A line of an ActionMenu that does something, and leads nowhere. */
export function MenuAction({ icon: LineIcon, label, close, onAct, danger, disabled, title }: MenuActionProps) {
  const act = () => {
    close()
    void onAct()
  }
  return (
    <li>
      <button type="button" data-danger={danger || undefined} disabled={disabled} title={title} onClick={act}>
        <LineIcon size={16} stroke={1.6} aria-hidden />
        {label}
      </button>
    </li>
  )
}
