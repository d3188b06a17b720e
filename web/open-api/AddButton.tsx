import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

/** Opens the form of a new entry of a list. */
export const AddButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={onClick}>
    {name}
  </Button>
)
