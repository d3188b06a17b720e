import { CloseButton, Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import styles from './overlays.module.css'

interface DialogProps extends Omit<ModalProps, 'title'> {
  title: string
}

/**
 * A modal dialog with its title. Mantine's own place for it is a page header to people who hear the page. The focus goes back to where it
 * was, also of a dialog that is taken away rather than closed.
 */
export function Dialog({ title, children, withCloseButton = true, ...rest }: DialogProps) {
  const t = useWords(common)
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      const lost = document.activeElement === document.body
      if (lost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
  return (
    <Modal {...rest} withCloseButton={false}>
      <div className={styles.dialogHead}>
        <Modal.Title className={styles.dialogTitle}>{title}</Modal.Title>
        {withCloseButton && <CloseButton aria-label={t.close} onClick={rest.onClose} />}
      </div>
      {children}
    </Modal>
  )
}
