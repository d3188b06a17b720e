import type { Layout } from './layout.ts'

/** Orders of TikTok Shop, one row per item. A row under the header explains the columns. */
export const tiktokShop: Layout = {
  name: { th: 'คำสั่งซื้อจาก TikTok Shop', en: 'TikTok Shop orders' },
  source: {
    kind: 'public code',
    url: 'https://github.com/jeffpham2906/JP-Manager/blob/2a712d5995e5dc774c2b185407384ac41466b0f2/server/types/order.d.ts',
  },
  columns: [
    ['order_number', 'Order ID'],
    ['order_date', 'Created Time'],
    ['new_key', 'Buyer Username'],
    ['detected', 'Recipient'],
    ['phone', 'Phone #'],
    ['order_total', 'Order Amount'],
    ['items', 'Product Name'],
    ['quantity', 'Quantity'],
    ['address', 'Detail Address'],
    ['address', 'District'],
    ['detected', 'Province'],
    ['detected', 'Country'],
  ],
  notNeeded: `
    Order Status | Order Substatus | Cancelation/Return Type | Normal or Pre-order | SKU ID | Seller SKU |
    Variation | Sku Quantity of return | SKU Unit Original Price | SKU Subtotal Before Discount |
    SKU Platform Discount | SKU Seller Discount | SKU Subtotal After Discount | Shipping Fee After Discount |
    Original Shipping Fee | Shipping Fee Seller Discount | Shipping Fee Platform Discount |
    Payment platform discount | Taxes | Order Refund Amount | Paid Time | RTS Time | Shipped Time |
    Delivered Time | Cancelled Time | Cancel By | Cancel Reason | Fulfillment Type | Warehouse Name |
    Tracking ID | Delivery Option | Shipping Provider Name | Buyer Message | Payment Method | Weight(kg) |
    Product Category | Package ID | Seller Note | Checked Status | Checked Marked by
  `,
}
