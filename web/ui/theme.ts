import { createTheme, type MantineColorsTuple, rem } from '@mantine/core'
import { IconChevronDown, IconEye, IconEyeOff, IconX } from '@tabler/icons-react'
import { createElement } from 'react'

const petrol: MantineColorsTuple = [
  '#EEF6F8',
  '#E3F0F3',
  '#C4DFE6',
  '#9CCAD5',
  '#62BFD0',
  '#2F93A6',
  '#157488',
  '#0B6173',
  '#084E5D',
  '#063B47',
]
/** Mantine's order for its dark scheme: 0 text ... 7 body ... 9 deepest. */
const dark: MantineColorsTuple = [
  '#E7ECED',
  '#B0BBBE',
  '#8C999D',
  '#6C797D',
  '#384448',
  '#242D30',
  '#1C2427',
  '#13191B',
  '#0E1214',
  '#0A0D0E',
]
const gray: MantineColorsTuple = [
  '#F6F7F7',
  '#F1F3F3',
  '#EDF0F1',
  '#E3E7E8',
  '#CBD2D4',
  '#A7B1B4',
  '#808C90',
  '#636F73',
  '#465155',
  '#151B1D',
]

const v = (name: string) => `var(--ruam-${name})`

// Stacked Thai marks need 1.6 em: a box that clips its text cuts them below a line height of 1.7, open text below 1.5.
const clipped = { lineHeight: 1.7 }
const open = { lineHeight: 1.55 }
const floating = { backgroundColor: v('raised'), borderColor: v('line'), boxShadow: v('shadow') }
const font = v('font')

interface Sized {
  size?: string | number
}

/** A sign as large as the library's own in its place; that one would be read out as a picture without a name. */
const sized = (size: string, otherwise: string) => ({
  width: `var(${size}, ${otherwise})`,
  height: `var(${size}, ${otherwise})`,
})

/**
 * The look of look.md. Components are named by plain keys and not through their own `extend`, which would pull every one
 * of them into the first file.
 */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 6 },
  colors: { petrol, dark, gray },
  white: '#FFFFFF',
  black: '#151B1D',
  fontFamily: font,
  // The last one has the Thai letters that most monospaced fonts lack.
  fontFamilyMonospace: "'IBM Plex Mono', ui-monospace, monospace, 'IBM Plex Sans Thai'",
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(18) },
  lineHeights: { xs: '1.5', sm: '1.54', md: '1.57', lg: '1.5', xl: '1.56' },
  headings: {
    fontFamily: font,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.5' },
      h2: { fontSize: rem(18), lineHeight: '1.56' },
      h3: { fontSize: rem(16), lineHeight: '1.5' },
      h4: { fontSize: rem(14), lineHeight: '1.57' },
    },
  },
  spacing: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  defaultRadius: 'md',
  radius: { xs: rem(3), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(12) },
  shadows: { xs: 'none', sm: 'none', md: v('shadow'), lg: v('shadow'), xl: v('shadow') },
  breakpoints: { xs: '24em', sm: '48em', md: '64em', lg: '80em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'sm', variant: 'default' },
      vars: (_: unknown, { size }: Sized) => ({
        root: {
          '--button-height': size === 'lg' ? rem(44) : size === 'md' ? rem(36) : rem(32),
          '--button-fz': size === 'lg' ? rem(14) : rem(13),
          '--button-padding-x': size === 'lg' ? rem(16) : rem(12),
        },
      }),
      styles: { root: { fontWeight: 500 }, label: clipped },
    },
    ActionIcon: { defaultProps: { variant: 'transparent', color: v('text-2'), size: 32 } },
    Input: {
      defaultProps: { size: 'md' },
      vars: (_: unknown, { size }: Sized) => ({
        wrapper: {
          '--input-height': size === 'lg' ? rem(44) : size === 'sm' ? rem(32) : rem(36),
          '--input-fz': size === 'lg' ? rem(16) : size === 'sm' ? rem(13) : rem(14),
        },
      }),
      styles: { input: open },
    },
    InputWrapper: {
      styles: {
        label: { ...open, fontSize: rem(13), fontWeight: 500, color: v('text-2'), marginBottom: rem(4) },
        description: { ...open, color: v('text-3') },
        error: { ...open, color: v('danger') },
      },
    },
    NativeSelect: {
      defaultProps: { rightSection: createElement(IconChevronDown, { size: 14, stroke: 1.6 }) },
    },
    CloseButton: {
      defaultProps: { icon: createElement(IconX, { stroke: 1.6, style: sized('--cb-icon-size', '70%') }) },
    },
    PasswordInput: {
      defaultProps: {
        visibilityToggleIcon: ({ reveal }: { reveal: boolean }) =>
          createElement(reveal ? IconEyeOff : IconEye, { stroke: 1.6, style: sized('--psi-icon-size', '16px') }),
      },
      styles: { visibilityToggle: { color: v('text-3'), '--ai-size': rem(28) } },
    },
    Textarea: { defaultProps: { autosize: true, minRows: 3 } },
    Checkbox: {
      defaultProps: { size: rem(16), radius: 'sm', color: v('mark'), iconColor: v('on-mark') },
      styles: {
        // In the middle of the first line of its words.
        inner: { marginTop: rem(2) },
        label: { ...open, fontSize: rem(13) },
        description: { ...open, fontSize: rem(12), color: v('text-3') },
        error: { ...open, fontSize: rem(12), color: v('danger') },
      },
    },
    Radio: { defaultProps: { size: rem(16), color: v('mark'), iconColor: v('on-mark') }, styles: { label: open } },
    Switch: { styles: { label: open } },
    // Capitals are no style here: Thai has none, and LINE stays LINE.
    Badge: {
      defaultProps: { variant: 'default', radius: 'sm', tt: 'none', fw: 400 },
      vars: () => ({ root: { '--badge-height': rem(24), '--badge-fz': rem(12), '--badge-padding-x': rem(8) } }),
      styles: { label: { lineHeight: 1.75 } },
    },
    Pill: { styles: { label: { lineHeight: 1.75 } } },
    Tabs: { styles: { tab: { ...open, paddingInline: 0, marginInlineEnd: rem(20) } } },
    Stepper: { defaultProps: { size: 'xs', iconSize: 22 }, styles: { stepLabel: open, stepDescription: open } },
    SegmentedControl: { styles: { label: clipped } },
    Combobox: { styles: { dropdown: floating, option: { lineHeight: 1.55 } } },
    Select: { defaultProps: { checkIconPosition: 'right' } },
    Tooltip: { defaultProps: { openDelay: 300, fz: 'xs', lh: 1.55 } },
    HoverCard: { defaultProps: { openDelay: 250, closeDelay: 120, radius: 'lg' }, styles: { dropdown: floating } },
    Popover: { defaultProps: { radius: 'lg' }, styles: { dropdown: floating } },
    Menu: { defaultProps: { radius: 'lg' }, styles: { dropdown: floating, itemLabel: clipped } },
    Modal: {
      defaultProps: { size: 420, radius: 'xl', centered: true, overlayProps: { backgroundOpacity: 0.35 } },
      styles: {
        content: { backgroundColor: v('raised') },
        body: { padding: `0 ${rem(24)} ${rem(20)}` },
      },
    },
    Notification: {
      defaultProps: { radius: 'lg' },
      styles: {
        root: {
          padding: `${rem(10)} ${rem(12)} ${rem(10)} ${rem(14)}`,
          backgroundColor: v('raised'),
          border: `1px solid ${v('line')}`,
          boxShadow: v('shadow'),
        },
        title: open,
        description: { ...open, color: v('text') },
        icon: {
          backgroundColor: 'transparent',
          color: 'var(--notification-color)',
          width: rem(20),
          height: rem(20),
          marginInlineEnd: rem(10),
        },
      },
    },
    Progress: { defaultProps: { color: v('mark') } },
    Paper: { defaultProps: { withBorder: true, radius: 'lg', shadow: 'none' } },
  },
})
