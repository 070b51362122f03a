#ifndef FLICK_CCURL_SHIM_H
#define FLICK_CCURL_SHIM_H

#include <curl/curl.h>

// Swift cannot call functions of varying arguments: one of fixed arguments for each type of an option.

static inline CURLcode flick_easy_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode flick_easy_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode flick_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

typedef size_t (*flick_take_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*flick_open_socket)(
    void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*flick_before_request)(
    void *context, char *peer, char *own, int peer_port, int own_port);

// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode flick_easy_set_taker(
    CURL *easy, CURLoption option, flick_take_bytes function) {
  return curl_easy_setopt(easy, option, function);
}

static inline CURLcode flick_easy_set_opener(CURL *easy, flick_open_socket function) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

static inline CURLcode flick_easy_set_prerequest(CURL *easy, flick_before_request function) {
  return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode flick_easy_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode flick_easy_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode flick_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLSHcode flick_share_set_long(CURLSH *share, CURLSHoption option, int value) {
  return curl_share_setopt(share, option, value);
}

// The transfer that a message is of, and how it ended: a union, which Swift does not show.
static inline CURLcode flick_message_result(const CURLMsg *message) { return message->data.result; }

// A macro of an enumeration's value, which Swift does not show.
static inline curl_version_info_data *flick_curl_version(void) {
  return curl_version_info(CURLVERSION_NOW);
}

#endif
