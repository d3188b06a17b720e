import { accounting } from './accounting.ts'
import { clinic } from './clinic.ts'
import { facebookLeads } from './facebook-leads.ts'
import { googleContacts } from './google-contacts.ts'
import { googleForm } from './google-form.ts'
import { gym } from './gym.ts'
import { healthPerson } from './health-person.ts'
import { hotel } from './hotel.ts'
import { hubspot } from './hubspot.ts'
import { klaviyo } from './klaviyo.ts'
import type { Layout } from './layout.ts'
import { lazada } from './lazada.ts'
import { lineChats } from './line-chats.ts'
import { lineShopping } from './line-shopping.ts'
import { loyverse } from './loyverse.ts'
import { mailchimp } from './mailchimp.ts'
import { odoo } from './odoo.ts'
import { outlook } from './outlook.ts'
import { salon } from './salon.ts'
import { shopee } from './shopee.ts'
import { shopifyCustomers } from './shopify-customers.ts'
import { shopifyOrders } from './shopify-orders.ts'
import { square } from './square.ts'
import { stripe } from './stripe.ts'
import { tiktokShop } from './tiktok-shop.ts'
import { tillBills } from './till-bills.ts'
import { tillItems } from './till-items.ts'
import { tillReceipts } from './till-receipts.ts'
import { tillRestaurant } from './till-restaurant.ts'
import { woocommerce } from './woocommerce.ts'
import { xero } from './xero.ts'
import { zoho } from './zoho.ts'

/** Layouts of files that programs write. The key is the id of a layout and the name of its fixture. */
export const layouts = {
  accounting,
  clinic,
  'facebook-leads': facebookLeads,
  'google-contacts': googleContacts,
  'google-form': googleForm,
  gym,
  'health-person': healthPerson,
  hotel,
  hubspot,
  klaviyo,
  lazada,
  'line-chats': lineChats,
  'line-shopping': lineShopping,
  loyverse,
  mailchimp,
  odoo,
  outlook,
  salon,
  shopee,
  'shopify-customers': shopifyCustomers,
  'shopify-orders': shopifyOrders,
  square,
  stripe,
  'tiktok-shop': tiktokShop,
  'till-bills': tillBills,
  'till-items': tillItems,
  'till-receipts': tillReceipts,
  'till-restaurant': tillRestaurant,
  woocommerce,
  xero,
  zoho,
} satisfies Record<string, Layout>
