import ReactMarkdown, { type Components, defaultUrlTransform } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { Code } from '../code/Code.tsx'
import styles from './Text.module.css'

const PLUGINS = [remarkGfm]

const COMPONENTS: Components = {
  // A picture from elsewhere would tell its host who reads this notebook, and a model could smuggle data out in its address.
  img: ({ src, alt }) =>
    typeof src === 'string' && src.startsWith('data:image/') ? (
      <img src={src} alt={alt ?? ''} />
    ) : (
      <span className={styles.blocked}>[picture not loaded: {alt || 'no description'}]</span>
    ),
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  // The notebook's own headings come first; a model's headings stand below them.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section className={styles.table} aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
  code: ({ className, children }) =>
    /language-(?:ts|typescript|js|javascript|jsx|tsx)/.test(className ?? '') &&
    typeof children === 'string' ? (
      <Code source={children} />
    ) : (
      <code>{children}</code>
    ),
}

function urls(url: string, key: string): string {
  return key === 'src' && url.startsWith('data:image/') ? url : defaultUrlTransform(url)
}

/** Markdown without raw HTML: a tag in it is shown as text. */
export default function Markdown({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={urls}>
      {text}
    </ReactMarkdown>
  )
}
