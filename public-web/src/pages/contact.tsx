export { ContactPage as default } from '../features/messages/contact-page.tsx';
