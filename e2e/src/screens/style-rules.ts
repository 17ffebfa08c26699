import type { Page } from 'playwright-core';

/** Parsed rule of a style sheet. */
export interface StyleRule {
  selector: string;
  /** Cascade layer; empty outside of layers. */
  layer: string;
}

export interface StyleSheetContent {
  rules: StyleRule[];
  keyframes: string[];
  /** Names of global rules such as `@font-face`. */
  others: string[];
}

/** Parses a style sheet in the browser. */
export function readStyles(page: Page, css: string): Promise<StyleSheetContent> {
  return page.evaluate((text) => {
    const content: StyleSheetContent = { rules: [], keyframes: [], others: [] };
    const collect = (rules: Iterable<CSSRule>, layer: string): void => {
      for (const rule of rules) {
        if (rule instanceof CSSLayerBlockRule) collect(rule.cssRules, rule.name);
        else if (rule instanceof CSSStyleRule) {
          content.rules.push({ selector: rule.selectorText, layer });
          collect(rule.cssRules, layer);
        } else if (rule instanceof CSSKeyframesRule) content.keyframes.push(rule.name);
        else if (rule instanceof CSSGroupingRule) collect(rule.cssRules, layer);
        else if (!(rule instanceof CSSLayerStatementRule)) content.others.push(rule.cssText.split(/[ {]/, 1)[0] ?? '');
      }
    };
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    collect(sheet.cssRules, '');
    return content;
  }, css);
}

/** Names of the classes in a selector. */
export const classesIn = (selector: string): string[] =>
  [...selector.matchAll(/\.(-?[_a-z][\w-]*)/gi)].map(([, name = '']) => name);

/** Computed styles of an element and its descendants. */
export function computedStyles(page: Page, root: string): Promise<Record<string, string>[]> {
  return page.evaluate((selector) => {
    const elements = [
      document.documentElement,
      document.body,
      ...document.querySelectorAll(`${selector}, ${selector} *`),
    ];
    return elements.map((element) => {
      const style = getComputedStyle(element);
      return Object.fromEntries([...style].map((property) => [property, style.getPropertyValue(property)]));
    });
  }, root);
}
