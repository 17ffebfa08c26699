/**
 * User agents of AI crawlers, for robots.txt: 151 names of https://github.com/ai-robots-txt/ai.robots.txt (738c80d,
 * August 2026, MIT). Left out are crawlers of search engines and link previews (Applebot, Bravebot, PetalBot,
 * facebookexternalhit), and names that are part of other crawlers' names (Code, Spider).
 */
export const AI_CRAWLERS = `
  AddSearchBot, AgentTimes, AI2Bot, AI2Bot-DeepResearchEval, Ai2Bot-Dolma, aiHitBot, AIWebIndex, amazon-kendra,
  amazon-QBusiness, Amazonbot, AmazonBuyForMe, Amzn-SearchBot, Amzn-User, Andibot, Anomura, anthropic-ai,
  ApifyBot, ApifyWebsiteContentCrawler, Applebot-Extended, Aranet-SearchBot, atlassian-bot, Awario,
  AzureAI-SearchBot, bedrockbot, bigsur.ai, Brightbot, BuddyBot, Bytespider, CCBot, Channel3Bot, ChatGLM-Spider,
  ChatGPT Agent, ChatGPT-User, Claude-Code, Claude-SearchBot, Claude-User, Claude-Web, ClaudeBot,
  Cloudflare-AutoRAG, CloudVertexBot, cohere-ai, cohere-training-data-crawler, Cotoyogi, CragCrawler, Crawl4AI,
  Crawlspace, Cursor, Datenbank Crawler, DeepSeekBot, Devin, Diffbot, DuckAssistBot, Echobot Bot, EchoboxBot,
  ExaBot, ExaSearchBot, FacebookBot, Factset_spyderbot, FirecrawlAgent, FriendlyCrawler, GeistHaus-PageFetcher,
  Gemini-Deep-Research, Google-Agent, Google-CloudVertexBot, Google-Extended, Google-Firebase,
  Google-Gemini-CLI, Google-NotebookLM, GoogleAgent-Mariner, GoogleAgent-URLContext, GoogleOther,
  GoogleOther-Image, GoogleOther-Video, GPTBot, HenkBot, iAskBot, iaskspider, ICC-Crawler, ImagesiftBot,
  imageSpider, img2dataset, ISSCyberRiskCrawler, kagi-fetcher, Kangaroo Bot, Kimi-User, KlaviyoAIBot,
  KunatoCrawler, laion-huggingface-processor, LAIONDownloader, LCC, Lightpanda, LinerBot, Linguee Bot,
  LinkupBot, Manus-User, meta-externalagent, meta-externalfetcher, meta-webindexer, MistralAI-User,
  Mozilla-Tabstack, MyCentralAIScraperBot, NagetBot, netEstate Imprint Crawler, newsai, NotebookLM, NovaAct,
  OAI-SearchBot, omgili, omgilibot, OpenAI, opencode, Operator, PanguBot, Panscient, Perplexity-User,
  PerplexityBot, PhindBot, Poggio-Citations, Poseidon Research Crawler, QualifiedBot, Querit-SearchBot,
  QueritBot, QuillBot, Reflectionbot, SBIntuitionsBot, Scrapy, SemrushBot-OCOB, SemrushBot-SWA, Shap-User,
  ShapBot, Sidetrade indexer bot, TavilyBot, TerraCotta, Thinkbot, TikTokSpider, Timpibot, TongyiBot, Trae,
  TwinAgent, UseAI, VelenPublicWebCrawler, WARDBot, Webzio-Extended, wpbot, WRTNBot, YaK, YandexAdditional,
  YandexAdditionalBot, YiyanBot, YouBot, ZanistaBot
`
  .trim()
  .split(/,\s+/);
